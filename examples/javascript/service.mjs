// A table-side helper in forty lines: it finds a question, shows its odds, and
// answers it throw by throw with dice that are typed or given on the command
// line. It needs nothing but node and a running service: rcw serve
import { createInterface } from "node:readline/promises";

const [address, words, ...typed] = process.argv.slice(2);

async function ask(path, body) {
  const answer = await fetch(`${address}/api/${path}`, {
    method: body ? "POST" : "GET",
    headers: { "Content-Type": "application/json" },
    body: body && JSON.stringify(body),
  });
  const told = await answer.json();
  if (!answer.ok) throw new Error(`${told.title}: ${told.detail}`);
  return told;
}

// A question and a request to start from: a tool of yours fills in a form.
const search = encodeURIComponent(words);
const { procedures } = await ask(`procedures?q=${search}`);
const { id, title } = procedures[0];
const { request } = await ask(`procedures/${id}/example?short=true`);
console.log(`${title} [${id}]`);

const odds = await ask("odds?outcomes=0", { procedure: id, request });
for (const line of odds.summary.slice(0, 3)) console.log(`  ${line}`);

// Each call sends the whole session and gets it back: the service keeps nothing.
let lines;
let told = await ask("sessions", { session: { procedure: id, request } });
while (told.question) {
  const { kind, label, about, alternatives } = told.question;
  const words = alternatives?.map((one) => one.text).join(" or ");
  const shown = kind === "throw" ? `roll ${label}` : `${about} (${words})`;
  if (!typed.length) lines ??= createInterface(process.stdin, process.stderr);
  const line = typed.shift() ?? (await lines.question(`${shown}: `));
  const answer = kind === "throw" ? line.split(",").map(Number) : line;
  told = await ask("sessions", { session: told.session, answer });
}
lines?.close();
console.log(told.summary);
console.log(told.explanation);
