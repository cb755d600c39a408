// A resolution: made from resolution.json, do not edit.

export interface Resolution {
  format: "rcw-resolution";
  schema_version: 3;
  /** The id of the procedure. */
  procedure: string;
  ruleset: RulesetIdentity;
  /** The options in force: $defs/<ruleset>.options of the ruleset. */
  options: Record<string, unknown>;
  /** The question: $defs/<procedure>.request of the ruleset. */
  request: Record<string, unknown>;
  /** The ids of charts that are not the ruleset's own. */
  replaced_charts: string[];
  /** The house rules in force, or null. */
  house: HouseRules | null;
  /** The answer: $defs/<procedure>.outcome of the ruleset. */
  outcome: Record<string, unknown>;
  /** Every face in the order thrown. */
  dice: (number | string)[];
  /** Every step with the rule that it rests on. */
  record: (
    | LegalityStep
    | ModifierStep
    | LookUpStep
    | RollStep
    | ChoiceStep
    | ResultStep
    | RulingStep
    | OverrideStep
    | ProcedureStep)[];
  /** The seal of the dice, or null. */
  seal: Seal | null;
  /** The SHA-256 of the document without this key, in its canonical form. */
  digest: string;
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

/** The request was checked and found legal. */
export interface LegalityStep {
  kind: "legality";
  /** The id of the rule that was checked. */
  rule: string;
  /** Where the rule comes from. */
  provenance: Provenance;
  /** What was checked, in words. */
  text: string;
}

export type Provenance = "printed" | "reconstructed" | "illustrative" | "missing" | "house";

/** A modifier applies. */
export interface ModifierStep {
  kind: "modifier";
  /** The id of its rule. */
  rule: string;
  /** What it modifies. */
  to: string;
  /** The modifier's id. */
  id: string;
  /** What it adds, shifts or multiplies by. */
  value: number | string;
  /** What the value does. */
  effect: Effect;
  /** Why it applies, in a few words. */
  reason: string;
  /** Whether it counts; false for one that another of its group outdoes. */
  counted: boolean;
  /** Where the value comes from. */
  provenance: Provenance;
  /** The modifier in words, ``attacker's die: +1 elite``. */
  text: string;
}

export type Effect = "add" | "shift" | "multiply";

/** A chart was looked up. */
export interface LookUpStep {
  kind: "look_up";
  /** The id of the rule that the chart belongs to. */
  rule: string;
  /** The chart's id. */
  chart: string;
  /** The row as printed. */
  row: string;
  /** The column as printed, "" in a chart of one dimension. */
  column: string;
  /** How many columns the look-up was shifted, after clamping. */
  shift: number;
  /** The cell's result. */
  result: number | string;
  /** The look-up as a player says it; "" in documents that were written before charts had words. */
  words: string;
  /** Where the cell comes from. */
  provenance: Provenance;
  /** The look-up in words. */
  text: string;
}

/** Dice were thrown. */
export interface RollStep {
  kind: "roll";
  /** The id of the rule that asks for them. */
  rule: string;
  /** What for, with the purposes of the procedures around. */
  purpose: string;
  /** What was thrown: ``2d6``. */
  label: string;
  /** What the dice showed, in order. */
  faces: (number | string)[];
  /** The numbers on the way to the value, where there are any: both totals of an opposed throw. */
  parts: number[];
  /** What the throw means. */
  value: boolean | number | string;
  /** What the faces come to, in full: ``5 + 1 = 6 against 2 + 2 = 4``. */
  reading: string;
  /** Who rolled. */
  by: Roller;
  /** The number of a sealed throw in its game, from 1; null for any other throw. */
  draw: number | null;
  /** Of a sealed throw, the number of sides of each die, in order; else empty. */
  sides: number[];
  /** Where the rule comes from. */
  provenance: Provenance;
  /** What the faces come to, in a few words. */
  told: string;
  /** The throw in words. */
  text: string;
}

export type Roller = "seed" | "given" | "asked" | "sealed" | "record" | "referee";

/** A player decided. */
export interface ChoiceStep {
  kind: "choice";
  /** The id of the rule that leaves the decision. */
  rule: string;
  /** The choice's id. */
  choice: string;
  /** Who decides, as the rule says it: ``owner``. */
  who: string;
  /** Which side that is, "" where nobody knows. */
  side: string;
  /** About which unit or units, "" for none in particular. */
  unit: string;
  /** What they could choose from. */
  alternatives: (boolean | number | string)[];
  /** What they chose. */
  chosen: boolean | number | string;
  /** What they chose, in words. */
  told: string;
  /** "default" for the documented default, "policy" for the caller's, "person" for somebody who was asked. */
  by: DecidedBy;
  /** Where the rule comes from. */
  provenance: Provenance;
  /** The decision in words. */
  text: string;
}

export type DecidedBy = "default" | "policy" | "person";

/** Something follows. */
export interface ResultStep {
  kind: "result";
  /** The id of the rule that it follows from. */
  rule: string;
  /** What follows: a sentence with the names of *values* in braces, or as it stands if there are none. */
  says: string;
  /** The values in it, by name. */
  values: Record<string, boolean | number | string>;
  /** Where the rule comes from. */
  provenance: Provenance;
  /** The sentence with its values; a truth value reads yes or no. */
  text: string;
}

/** The outcome rests on an option, a place where the book is silent or contradicts itself. */
export interface RulingStep {
  kind: "ruling";
  /** The id of the rule that the option settles. */
  rule: string;
  /** The option's name. */
  option: string;
  /** The value in force. */
  value: boolean | number | string;
  /** Where the value in force comes from. */
  provenance: Provenance;
  /** The ruling in words. */
  text: string;
}

/** The referee set something aside. */
export interface OverrideStep {
  kind: "override";
  /** The id of the rule that would have applied. */
  rule: string;
  /** Whether a throw, a modifier or a look-up was overridden. */
  what: Overridable;
  /** Which: a purpose, a modifier's id or a chart's id. */
  at: string;
  /** What the book says, as text. */
  book: string;
  /** What holds instead. */
  value: boolean | number | string;
  /** The referee's reason. */
  reason: string;
  /** Always illustrative: the value is the referee's. */
  provenance: Provenance;
  /** The override in words. */
  text: string;
}

export type Overridable = "roll" | "modifier" | "look_up";

/** Another procedure was resolved. */
export interface ProcedureStep {
  kind: "procedure";
  /** The first rule of that procedure. */
  rule: string;
  /** Its id. */
  procedure: string;
  /** The question that it answers. */
  title: string;
  /** The purposes of the procedures around it, each with a slash after it; "" for none. */
  within: string;
  /** What it was resolved for, with the purposes of the procedures around. */
  purpose: string;
  /** Its own steps. */
  steps: (
    | LegalityStep
    | ModifierStep
    | LookUpStep
    | RollStep
    | ChoiceStep
    | ResultStep
    | RulingStep
    | OverrideStep
    | ProcedureStep)[];
  /** Where the rule comes from. */
  provenance: Provenance;
  /** The procedure in words. */
  text: string;
}

/** What was published before a game, so that its dice can be checked after it. */
export interface Seal {
  /** The commitment of each party, ascending. */
  commitments: string[];
  /** How the faces follow from the secrets. */
  recipe: "rcw-sealed-1";
}
