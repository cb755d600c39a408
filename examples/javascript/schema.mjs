// Validates JSON against the schemas of rcw-rules.
//
// It knows the keywords of JSON Schema 2020-12 that these use, and refuses any other. A tool of your own would rather take
// Ajv or another full validator, which says the same.

/** Each keyword that says something of a value: returns the problems, as {path, message}. */
const KEYWORDS = {
  type: (type, { value, wrong }) => (TYPES[type](value) ? [] : wrong(`expected ${TYPE_NAMES[type] ?? `a ${type}`}`)),
  const: (only, { value, wrong }) => (value === only ? [] : wrong(`expected ${JSON.stringify(only)}`)),
  enum: (all, { value, wrong }) =>
    all.some((one) => same(one, value)) ? [] : wrong(`expected one of ${all.map((one) => JSON.stringify(one)).join(", ")}`),
  minimum: (least, { value, wrong }) => (!isNumber(value) || value >= least ? [] : wrong(`expected ${least} or more`)),
  maximum: (most, { value, wrong }) => (!isNumber(value) || value <= most ? [] : wrong(`expected ${most} or less`)),
  minLength: (least, { value, wrong }) =>
    !isText(value) || [...value].length >= least ? [] : wrong(`expected ${least} or more characters`),
  maxLength: (most, { value, wrong }) =>
    !isText(value) || [...value].length <= most ? [] : wrong(`expected ${most} or fewer characters`),
  pattern: (pattern, { value, wrong }) =>
    !isText(value) || new RegExp(pattern, "u").test(value) ? [] : wrong(`expected a text like ${pattern}`),
  minItems: (least, { value, wrong }) =>
    !Array.isArray(value) || value.length >= least ? [] : wrong(`expected ${least} or more items`),
  maxItems: (most, { value, wrong }) =>
    !Array.isArray(value) || value.length <= most ? [] : wrong(`expected ${most} or fewer items`),
  prefixItems: (schemas, { value, check, path }) =>
    Array.isArray(value) ? value.slice(0, schemas.length).flatMap((item, i) => check(schemas[i], item, `${path}[${i}]`)) : [],
  items: (schema, { value, check, path, prefixItems = [] }) =>
    Array.isArray(value)
      ? value.flatMap((item, i) => (i < prefixItems.length ? [] : check(schema, item, `${path}[${i}]`)))
      : [],
  required: (keys, { value, path }) =>
    isObject(value)
      ? keys.filter((key) => !Object.hasOwn(value, key)).map((key) => ({ path: path + step(key), message: "missing" }))
      : [],
  properties: (schemas, { value, check, path }) =>
    isObject(value)
      ? Object.keys(schemas).flatMap((key) =>
          Object.hasOwn(value, key) ? check(schemas[key], value[key], path + step(key)) : [],
        )
      : [],
  additionalProperties: (schema, { value, check, path, properties = {} }) =>
    isObject(value)
      ? Object.keys(value).flatMap((key) =>
          Object.hasOwn(properties, key) ? [] : check(schema, value[key], path + step(key)),
        )
      : [],
  anyOf: (schemas, { value, check, path }) => nearest(schemas.map((schema) => check(schema, value, path))),
  oneOf: (schemas, { value, check, path, wrong }) => {
    const found = schemas.map((schema) => check(schema, value, path));
    const fits = found.filter((problems) => problems.length === 0);
    return fits.length > 1 ? wrong(`fits ${fits.length} schemas instead of one`) : nearest(found);
  },
  allOf: (schemas, { value, check, path }) => schemas.flatMap((schema) => check(schema, value, path)),
  not: (schema, { value, check, path, wrong }) => (check(schema, value, path).length > 0 ? [] : wrong("something else was expected")),
  if: (schema, { value, check, path, then = true }) => (check(schema, value, path).length > 0 ? [] : check(then, value, path)),
  $ref: (reference, { value, check, path, resolve }) => check(resolve(reference), value, path),
};

/** Keywords that say nothing of a value. */
const NOTES = ["$schema", "$id", "$defs", "$comment", "title", "description", "default", "examples", "x-unit", "discriminator", "then"];

const same = (a, b) => a === b || (Array.isArray(a) && Array.isArray(b) && a.length === 0 && b.length === 0);

const isNumber = (value) => typeof value === "number";
const isText = (value) => typeof value === "string";
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const TYPES = {
  null: (value) => value === null,
  boolean: (value) => typeof value === "boolean",
  number: isNumber,
  integer: Number.isInteger,
  string: isText,
  array: Array.isArray,
  object: isObject,
};
const TYPE_NAMES = { null: "null", integer: "an integer", array: "an array", object: "an object" };

const step = (key) => (/^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`);

/** Of several ways in which a value does not fit, the one that gets furthest into it is what was meant. */
const nearest = (found) => found.toSorted((a, b) => depth(b) - depth(a))[0];
const depth = (problems) => (problems.length === 0 ? Infinity : Math.max(...problems.map(({ path }) => path.length)));

/**
 * Returns a function (reference, value) that returns every problem of the value, [] if it fits. A reference is
 * "resolution.json" or "red_white.json#/$defs/red_white.melee.request".
 */
export function validatorOf(schemas) {
  const files = new Map(schemas.map((schema) => [schema.$id, schema]));
  const find = (file, fragment) => {
    const schema = fragment ? files.get(file)?.$defs?.[fragment.replace(/^\/\$defs\//, "")] : files.get(file);
    if (schema === undefined) throw new Error(`there is no schema ${file}#${fragment}`);
    return schema;
  };
  const check = (file) => {
    const resolve = (reference) => find(file, reference.replace(/^#/, ""));
    const checkHere = (schema, value, path) => {
      if (schema === true) return [];
      if (schema === false) return [{ path, message: "not allowed here" }];
      const wrong = (message) => [{ path, message: `${message}, got ${brief(value)}` }];
      return Object.entries(schema).flatMap(([keyword, argument]) => {
        if (NOTES.includes(keyword)) return [];
        if (!Object.hasOwn(KEYWORDS, keyword)) throw new Error(`the keyword ${keyword} is not known here`);
        return KEYWORDS[keyword](argument, { ...schema, value, path, wrong, resolve, check: checkHere });
      });
    };
    return checkHere;
  };
  return (reference, value) => {
    const [file, fragment = ""] = reference.split("#");
    return check(file)(find(file, fragment), value, "$");
  };
}

const brief = (value) => (isObject(value) ? "an object" : Array.isArray(value) ? "an array" : JSON.stringify(value).slice(0, 60));
