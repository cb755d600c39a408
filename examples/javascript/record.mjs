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

/** Returns the faces that a sealed throw must show, or null for cards: their order is that of the deck. */
export function facesOf(key, { draw, purpose, label, sides, faces }) {
  if (faces.some((face) => typeof face === "string")) return null;
  const streams = new Map();
  const numbers = sides.map((number) => {
    if (!streams.has(number)) streams.set(number, numbersOf(key, draw, purpose, number));
    return streams.get(number).next().value;
  });
  if (!label.endsWith(" at random")) return numbers;
  const left = Array.from({ length: sides[0] ?? 0 }, (_, position) => position + 1); // places in a list, each taken once
  return numbers.map((number) => left.splice(number - 1, 1)[0]);
}

/** Returns whether a sealed throw is written as such throws are; a text that reads as a number is no code of a card. */
function isSealedThrow({ draw, sides, faces }) {
  const isFace = (face) => Number.isInteger(face) || (typeof face === "string" && Number.isNaN(Number(face)));
  const isDie = (number) => Number.isInteger(number) && number >= 1 && number <= 255;
  const isCounted = Number.isInteger(draw) && draw >= 1;
  return isCounted && sides.every(isDie) && faces.every(isFace) && sides.length === faces.length;
}

/** Yields every throw of a record, in order. */
function* throwsOf(steps) {
  for (const step of steps) {
    if (step.kind === "roll") yield step;
    if (step.kind === "procedure") yield* throwsOf(step.steps);
  }
}

/** Returns {lines, fits}: what was checked of a document, and whether all of it fits. */
export function check(document, secrets) {
  const lines = [];
  let fits = true;
  const tell = (what, isRight, wrong) => {
    lines.push(`${what}: ${isRight ? "fits" : wrong}`);
    fits &&= isRight;
  };
  tell("digest", digestOf(document) === document.digest, "the document was changed after it was written");
  if (secrets.length === 0) return { lines, fits };
  const commitments = secrets.map(commitmentOf).sort();
  const committed = document.seal?.commitments ?? [];
  tell("commitments", commitments.join() === committed.join(), "these are not the seeds that were committed to");
  const key = keyOf(secrets);
  const thrown = [...throwsOf(document.record)];
  if (canonical(thrown.flatMap((roll) => roll.faces)) !== canonical(document.dice)) {
    tell("dice", false, "the throws of the record show others");
  }
  let following = null;
  for (const roll of thrown) {
    const name = `${roll.draw === null ? "a throw" : `throw ${roll.draw}`}, ${roll.purpose}, ${roll.faces.join(", ")}`;
    if (roll.by === "sealed") {
      if (!isSealedThrow(roll)) {
        tell(name, false, "no throw of sealed dice is written so");
        continue;
      }
      if (following !== null && roll.draw !== following) tell(name, false, `the throw before it was ${following - 1}`);
      following = roll.draw + 1;
    }
    const faces = roll.by === "sealed" ? facesOf(key, roll) : null;
    if (faces !== null) tell(name, faces.join() === roll.faces.join(), `the seeds give ${faces.join(", ")}`);
    else lines.push(`${name}: ${roll.by === "sealed" ? "cards, not checked here" : `not sealed, by ${roll.by}`}`);
  }
  return { lines, fits };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [file, ...secrets] = process.argv.slice(2);
  const { lines, fits } = check(JSON.parse(readFileSync(file, "utf8")), secrets.map(secretOf));
  for (const line of lines) console.log(line);
  process.exitCode = fits ? 0 : 1;
}
