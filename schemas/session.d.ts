// A session: made from session.json, do not edit.

export interface Session {
  format: "rcw-session";
  schema_version: 1;
  /** The id of the procedure. */
  procedure: string;
  ruleset: RulesetIdentity;
  /** The options in force: $defs/<ruleset>.options of the ruleset. */
  options: Record<string, unknown>;
  /** The question: $defs/<procedure>.request of the ruleset. */
  request: Record<string, unknown>;
  /** The house rules in force, or null. */
  house: HouseRules | null;
  /** The charts that are not the ruleset's own, by id, each as the text of a chart file. */
  charts: Record<string, string>;
  /** A referee's decisions. */
  overrides: Override[];
  /** The seal of the dice, or null. */
  seal: Seal | null;
  /** Every answer so far, in order. */
  answers: (Thrown | Decided)[];
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

/** Which rules, in which edition, in which state of this library's reading of them. */
export interface RulesetIdentity {
  /** The id of the ruleset. */
  id: string;
  /** The edition of the book. */
  edition: string;
  /** Rises from 1 whenever an outcome can differ from what an earlier version of the library gave. */
  rules_version: number;
}

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

/** What was published before a game, so that its dice can be checked after it. */
export interface Seal {
  /** The commitment of each party, ascending. */
  commitments: string[];
  /** How the faces follow from the secrets. */
  recipe: "rcw-sealed-1";
}

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
