// Asks the rules for a melee, from JavaScript: nothing but node, the schemas and the command rcw.
//
//     node examples/javascript/melee.mjs [DICE]
//
// DICE are the faces that were thrown, the attacker's first: 5,2. With these it prints what stands in melee.txt.
// The folder schemas must lie beside the folder examples, and rcw must be on the path.

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { validatorOf } from "./schema.mjs";

const folder = new URL("../../schemas/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
const problemsOf = validatorOf(files.map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8"))));

/** Throws unless a document that the library wrote is what its schema says. */
function hold(reference, document) {
  const [problem] = problemsOf(reference, document);
  if (problem) throw new Error(`${reference}: ${problem.path}: ${problem.message}`);
}

/** Asks rcw and returns {resolution}, or {refused} with the reasons, each a line. */
function resolve(procedure, request, dice) {
  const ran = spawnSync("rcw", ["resolve", procedure, "-", "--json", "--dice", dice], {
    input: JSON.stringify(request),
    encoding: "utf8",
  });
  if (ran.error) throw new Error(`rcw cannot be run: ${ran.error.message}`);
  if (ran.status === 0) {
    const resolution = JSON.parse(ran.stdout);
    const ruleset = procedure.split(".")[0];
    hold("resolution.json", resolution);
    hold(`${ruleset}.json#/$defs/${procedure}.outcome`, resolution.outcome);
    return { resolution };
  }
  const lastLine = ran.stderr.trimEnd().split("\n").at(-1);
  const document = JSON.parse(lastLine);
  hold("error.json", document);
  const { error } = document;
  switch (ran.status) {
    case 1: // a rule forbids it
      return { refused: error.objections.map(({ rule, message }) => `forbidden: ${message} [${rule}]`) };
    case 2: // the input is wrong
      return { refused: (error.problems ?? [error]).map(({ path, message }) => `wrong: ${path ?? error.code}: ${message}`) };
    case 3: // the book is silent
      return { refused: [`needs a ruling: ${error.question} Supply ${error.supply} [${error.rule}]`] };
    default:
      throw new Error(error.message);
  }
}

/** Prints who won and why, or why there is no answer. */
function tell({ resolution, refused = [] }) {
  for (const line of refused) console.log(`  ${line}`);
  if (resolution === undefined) return;
  const { outcome, record } = resolution;
  console.log(`  winner: ${outcome.winner ?? "nobody"}`);
  for (const { text, rule } of record) console.log(`    ${text} [${rule}]`);
}

const unit = { type: "infantry", has_leader: true, starting_stands: 8 };
const reds = { ...unit, side: "red", name: "Red battalion", stands: 7, cheka: true };
const whites = { ...unit, side: "white", name: "White battalion", stands: 7, cover: "trench", machine_gun: true };
const melee = (attacker) => ({ attackers: [attacker], defenders: [whites] });

console.log("Two mistakes that the schema finds, before anything is asked: a text for a number, and a key that there is not:");
for (const { path, message } of problemsOf(
  "red_white.json#/$defs/red_white.melee.request",
  melee({ ...reds, stands: "7", stand: 7 }),
)) {
  console.log(`  ${path}: ${message}`);
}

console.log("The same request without them, resolved:");
tell(resolve("red_white.melee", melee(reds), process.argv[2] ?? "5,2"));

// What no schema can say, the library says.
console.log("Two fields that contradict each other, exit code 2:");
tell(resolve("red_white.melee", melee({ ...reds, stands: 9 }), "5,2"));
console.log("What a rule forbids, exit code 1:");
tell(resolve("red_white.melee", melee({ ...reds, type: "artillery" }), "5,2"));
console.log("What the book leaves open, exit code 3:");
tell(resolve("red_white.activation_test", { stands: 8 }, "5"));
