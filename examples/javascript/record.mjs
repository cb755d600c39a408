// Checks a record in JavaScript: its digest, the commitments of its seeds, and every face that was thrown with them.
//
//     node examples/javascript/record.mjs RECORD [SEED:SALT ...]
//
// RECORD is a file as "rcw resolve --json" prints it. Name the secret of each party to check the sealed dice.
// The exit code is 0 if everything fits, and 1 if something does not.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const hash = (text) => createHash("sha256").update(text, "utf8").digest("hex");

/** Returns the canonical form of what JSON.parse returned. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const keys = Object.keys(value).sort();
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
  }
  const text = JSON.stringify(value);
  if (typeof value === "number" && (Math.abs(value) > Number.MAX_SAFE_INTEGER || text.includes("e"))) {
    throw new Error(`JavaScript cannot hold the number ${text} exactly`);
  }
  return text;
}

/** Returns the digest that a document must carry. */
export function digestOf({ digest, ...document }) {
  return hash(canonical(document));
}

/** Returns {seed, salt} of a text SEED:SALT; the salt stands after the last colon. */
export function secretOf(text) {
  const colon = text.lastIndexOf(":");
  return { seed: text.slice(0, colon), salt: text.slice(colon + 1) };
}

/** Returns what a party publishes before the game. */
export function commitmentOf({ seed, salt }) {
  return hash(`rcw-seal-1|${seed}|${salt}`);
}

/** Returns the key of a game, from the secrets of all its parties. */
export function keyOf(secrets) {
  const byCommitment = secrets.map((secret) => [commitmentOf(secret), `${secret.seed}|${secret.salt}`]).sort();
  return hash(["rcw-key-1", ...byCommitment.map(([, told]) => told)].join("|"));
}

/** Yields the numbers from 1 to sides that a throw takes for its dice of so many sides. */
function* numbersOf(key, draw, purpose, sides) {
  for (let block = 0; ; block += 1) {
    for (const byte of Buffer.from(hash(`rcw-throw-1|${key}|${draw}|${purpose}|${sides}|${block}`), "hex")) {
      if (byte < 256 - (256 % sides)) yield (byte % sides) + 1;
    }
  }
}

/** Returns {kind, sides}: what a label says is thrown, dice, places in a list or cards; null if it says none of these. */
export function thrownAs(label) {
  const fewer = (count, of) => Array.from({ length: count }, (_, taken) => of - taken); // each taken once
  const places = /^(\d{1,3}) of (\d{1,3}) at random$/.exec(label);
  if (places) return { kind: "places", sides: fewer(Number(places[1]), Number(places[2])) };
  const cards = /^(a|\d{1,3}) cards? of (\d{1,3})$/.exec(label);
  if (cards) return { kind: "cards", sides: fewer(cards[1] === "a" ? 1 : Number(cards[1]), Number(cards[2])) };
  const sides = [];
  for (const part of label.split(" against ")) {
    const dice = /^(?:half a |(?:highest|lowest) \d+ of )?(\d{0,4})d(\d{1,3})(?=$|,| [-+(])/.exec(part);
    if (!dice) return null;
    if (part.startsWith("d100 (two d10")) sides.push(10, 10);
    else for (let thrown = Number(dice[1] || 1); thrown > 0; thrown -= 1) sides.push(Number(dice[2]));
  }
  return { kind: "dice", sides };
}

/** Returns the faces that a sealed throw must show, or null for cards: their order is that of the deck. */
export function facesOf(key, { draw, purpose, label, sides }) {
  const { kind } = thrownAs(label);
  if (kind === "cards") return null;
  const streams = new Map();
  const numbers = sides.map((number) => {
    if (!streams.has(number)) streams.set(number, numbersOf(key, draw, purpose, number));
    return streams.get(number).next().value;
  });
  if (kind === "dice") return numbers;
  const left = Array.from({ length: sides[0] ?? 0 }, (_, position) => position + 1); // places in a list, each taken once
  return numbers.map((number) => left.splice(number - 1, 1)[0]);
}

/** Returns whether a sealed throw is written as such throws are: its label, its dice and its faces fit one another. */
function isSealedThrow({ draw, label, sides, faces }) {
  const thrown = thrownAs(label);
  if (thrown === null || canonical(thrown.sides) !== canonical(sides)) return false;
  const isCard = (face) => typeof face === "string" && Number.isNaN(Number(face)); // no code reads as a number
  const isDie = (number) => Number.isInteger(number) && number >= 1 && number <= 255;
  const isCounted = Number.isInteger(draw) && draw >= 1;
  const isFace = thrown.kind === "cards" ? isCard : Number.isInteger;
  return isCounted && sides.every(isDie) && faces.every(isFace) && sides.length === faces.length;
}

/** Yields every throw of a record, in order. */
function* throwsOf(steps) {
  for (const step of steps) {
    if (step.kind === "roll") yield step;
    if (step.kind === "procedure") yield* throwsOf(step.steps);
  }
}

/** Returns a text with its control characters and line breaks as escapes, so that no name passes for a line. */
const shown = (text) =>
  text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (found) => `\\u{${found.codePointAt(0).toString(16)}}`);

/** Returns {lines, fits}: what was checked of a document, and whether all of it fits. */
export function check(document, secrets) {
  const lines = [];
  let fits = true;
  const tell = (what, isRight, wrong) => {
    lines.push(shown(`${what}: ${isRight ? "fits" : wrong}`));
    fits &&= isRight;
  };
  try {
    checked(document, secrets, tell, (line) => lines.push(shown(line)));
  } catch (error) {
    tell("document", false, `is no record as the library writes it: ${error.message}`);
  }
  return { lines, fits };
}

function checked(document, secrets, tell, say) {
  if (typeof document !== "object" || document === null || Array.isArray(document)) {
    throw new Error("expected an object");
  }
  tell("digest", digestOf(document) === document.digest, "the document was changed after it was written");
  if (secrets.length === 0) return;
  const parties = new Map(secrets.map((secret) => [commitmentOf(secret), secret])); // each once
  const commitments = [...parties.keys()].sort();
  const committed = document.seal?.commitments ?? [];
  const isCommitted = canonical(commitments) === canonical(committed);
  tell("commitments", isCommitted, "these are not the seeds that were committed to");
  const key = keyOf([...parties.values()]);
  const thrown = [...throwsOf(document.record)];
  if (canonical(thrown.flatMap((roll) => roll.faces)) !== canonical(document.dice)) {
    tell("dice", false, "the throws of the record show others");
  }
  let following = null;
  for (const roll of thrown) {
    const name = `${roll.draw === null ? "a throw" : `throw ${roll.draw}`}, ${roll.purpose}, ${roll.faces.join(", ")}`;
    if (roll.by !== "sealed") {
      say(`${name}: not sealed, by ${roll.by}`);
      continue;
    }
    if (!isSealedThrow(roll)) {
      tell(name, false, `no throw of sealed dice is written so: ${roll.label}`);
      continue;
    }
    if (following !== null && roll.draw !== following) tell(name, false, `the throw before it was ${following - 1}`);
    following = roll.draw + 1;
    const faces = facesOf(key, roll);
    if (faces === null) say(`${name}: cards, not checked here`);
    else tell(name, faces.join() === roll.faces.join(), `the seeds give ${faces.join(", ")}`);
  }
}

/** Throws if an object of a JSON text, which JSON.parse has read, has a key twice: JSON.parse keeps only the last. */
export function requireKeysOnce(text) {
  const open = []; // for every object or list that is open: its keys, and the last string in it
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g)) {
    const here = open.at(-1);
    if (token === "{" || token === "[") open.push({ keys: new Set(), last: "" });
    else if (token === "}" || token === "]") open.pop();
    else if (token !== ":") {
      if (here) here.last = token;
    } else {
      const key = JSON.parse(here.last);
      if (here.keys.has(key)) throw new Error(`the key ${JSON.stringify(key)} stands twice in an object`);
      here.keys.add(key);
    }
  }
}

/** Returns what is in a file, or prints why it cannot be read and returns undefined. */
function documentIn(file) {
  try {
    if (file === undefined) throw new Error("name a record: node record.mjs RECORD [SEED:SALT ...]");
    const text = readFileSync(file, "utf8");
    const document = JSON.parse(text);
    requireKeysOnce(text);
    return document;
  } catch (error) {
    console.log(shown(`document: cannot be read: ${error.message}`));
    return undefined;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [file, ...secrets] = process.argv.slice(2);
  const document = documentIn(file);
  const { lines, fits } = document === undefined ? { lines: [], fits: false } : check(document, secrets.map(secretOf));
  for (const line of lines) console.log(line);
  process.exitCode = fits ? 0 : 1;
}
