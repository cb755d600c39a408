// Odds: made from odds.json, do not edit.

export type Odds = {
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
  /** The most likely first. */
  outcomes: ({
    /** The exact probability, as a text. */
    probability: string | number;
    /** $defs/<procedure>.outcome of the ruleset. */
    outcome: Record<string, unknown>;
  })[];
} | {
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
  sample: {
    draws: number;
    seed: number;
  };
  /** The most frequent first. */
  outcomes: ({
    /** The share of the draws. */
    estimate: number;
    standard_error: number;
    /** In how many draws it came up. */
    count: number;
    /** $defs/<procedure>.outcome of the ruleset. */
    outcome: Record<string, unknown>;
  })[];
};

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
