// A line of a match: made from match.json, do not edit.

export type Match = {
  format: "rcw-match";
  schema_version: 1;
  ruleset: RulesetIdentity;
  /** The options in force: $defs/<ruleset>.options of the ruleset. */
  options: Record<string, unknown>;
  /** The charts that are not the ruleset's own, by id, each as the text of a chart file. */
  charts: Record<string, string>;
  /** The house rules in force, or null. */
  house: HouseRules | null;
  /** Where the match began. */
  scenario: Record<string, unknown>;
  /** The seed of the dice, or null where people are asked or the dice are sealed. */
  seed: string | null;
  seal: Seal;
} | {
  kind: "event";
  /** Its number among everything that happened, from 1. */
  number: number;
  /** Its place in the line of play: 0 for the set-up, one more than the event before it. */
  ply: number;
  /** Who acted; "" for the set-up and for what goes on by itself. */
  side: string;
  /** The action, as a line; "" for the set-up. */
  action: string;
  /** Who chose it. */
  by: Chosen;
  /** Every throw with who threw it, every decision with who took it, in order. */
  answers: (Thrown | Decided)[];
  /** What the referee decided instead of dice or book. */
  overrides: Override[];
  /** What happened, in sentences. */
  told: string[];
  /** The rule of every step, with the first eight digits of the SHA-256 of its text, to find later what goes otherwise. */
  trail: ([string, string])[];
  /** The digest of the state afterwards. */
  digest: string;
  /** The SHA-256 of the link before it, a line feed, and this line without its link. */
  link: string;
} | {
  kind: "undo";
  /** Its number among everything that happened, from 1. */
  number: number;
  /** The numbers of the events, in order. */
  undone: number[];
  /** Why the referee allowed it; "" where no die had been seen. */
  reason: string;
  /** The SHA-256 of the link before it, a line feed, and this line without its link. */
  link: string;
} | {
  kind: "unfinished";
  /** The number that the event will have. */
  number: number;
  /** What is known of it; null if it was taken back whole. */
  event: Event | null;
  /** Why the referee allowed a die that was seen to be taken back; "" where none was. */
  reason: string;
  /** The SHA-256 of the link before it, a line feed, and this line without its link. */
  link: string;
};

/** Which rules, in which edition, in which state of this library's reading of them. */
export interface RulesetIdentity {
  /** The id of the ruleset. */
  id: string;
  /** The edition of the book. */
  edition: string;
  /** Rises from 1 whenever an outcome can differ from what an earlier version of the library gave. */
  rules_version: number;
}

/** The house rules of a table: one patch file. */
export interface HouseRules {
  /** Whose they are, in a line. */
  title: string;
  /** The id of the ruleset that they change. */
  ruleset: string;
  /** The options that they set. */
  options: HouseOption[];
  /** The cells of charts that they change. */
  cells: HouseCell[];
  /** The modifiers that they change. */
  modifiers: HouseModifier[];
}

/** Another value of an option. */
export interface HouseOption {
  /** The name of the option. */
  option: string;
  /** The value that it has without house rules, as JSON writes it; left out where it has none. */
  book: unknown;
  /** The value that it has at our table; left out where it is to have none. */
  ours: unknown;
  /** Why, in a line. */
  why: string;
}

/** Another result in a cell of a chart. */
export interface HouseCell {
  /** The id of the chart. */
  chart: string;
  /** The key of the row as printed. */
  row: string;
  /** The key of the column as printed; "" in a chart of one dimension. */
  column: string;
  /** The result that stands there. */
  book: number | string;
  /** The result that stands there at our table; a code is one of the chart's, with numbers of its own. */
  ours: number | string;
  /** Why, in a line. */
  why: string;
}

/** Another value of a modifier that the text sets and no chart lists. */
export interface HouseModifier {
  /** The id of the modifier, as a record names it. */
  modifier: string;
  /** Its value in the book. */
  book: number | string;
  /** Its value at our table. */
  ours: number | string;
  /** Why, in a line. */
  why: string;
}

/** What was published before a game, so that its dice can be checked after it. */
export interface Seal {
  /** The commitment of each party, ascending. */
  commitments: string[];
  /** How the faces follow from the secrets. */
  recipe: "rcw-sealed-1";
}

export type Chosen = "only" | "default" | "policy" | "person";

/** Faces that answered a throw. */
export interface Thrown {
  kind: "throw";
  /** What the throw was for, with the purposes of the procedures around it. */
  purpose: string;
  /** What the dice showed, in order. */
  faces: (number | string)[];
  /** Who rolled. */
  by: Roller;
  /** The number of a sealed throw in its game, otherwise null. */
  draw: number | null;
}

export type Roller = "seed" | "given" | "asked" | "sealed" | "record" | "referee";

/** What answered a decision. */
export interface Decided {
  kind: "decision";
  /** The id of the choice. */
  choice: string;
  /** The alternative taken, as a record keeps it. */
  chosen: boolean | number | string;
  /** Who decided. */
  by: DecidedBy;
}

export type DecidedBy = "default" | "policy" | "person";

/** A referee's decision that something else holds than what the book and the dice say. */
export interface Override {
  /** What is overridden: a throw (it is then not thrown), a modifier's value, or a chart's result. */
  what: Overridable;
  /** Which: the purpose of the throw as the record writes it, the modifier's id, or the chart's id. */
  at: string;
  /** What holds instead. */
  value: boolean | number | string;
  /** Why; it stands in the record. */
  reason: string;
}

export type Overridable = "roll" | "modifier" | "look_up";

/** The set-up, or an action with everything that was thrown and decided on the way. */
export interface Event {
  /** Its number among everything that happened, from 1. */
  number: number;
  /** Its place in the line of play: 0 for the set-up, one more than the event before it. */
  ply: number;
  /** Who acted; "" for the set-up and for what goes on by itself. */
  side: string;
  /** The action, as a line; "" for the set-up. */
  action: string;
  /** Who chose it. */
  by: Chosen;
  /** Every throw with who threw it, every decision with who took it, in order. */
  answers: (Thrown | Decided)[];
  /** What the referee decided instead of dice or book. */
  overrides: Override[];
  /** What happened, in sentences. */
  told: string[];
  /** The rule of every step, with the first eight digits of the SHA-256 of its text, to find later what goes otherwise. */
  trail: ([string, string])[];
  /** The digest of the state afterwards. */
  digest: string;
}
