// Advice: made from advice.json, do not edit.

export interface Advice {
  /** The id of the procedure. */
  procedure: string;
  /** What counts: the id of the payoff, or a field of the outcome. */
  payoff: string;
  /** What counts, in words. */
  title: string;
  /** Who wants the value high. */
  for: string;
  /** What the question comes to under best play: exact as a text, or an estimate. */
  value: string | number;
  /** How many games were played for each alternative; null if all is exact. */
  draws: number | null;
  /** The decisions that may come up next, the most likely first. */
  decisions: ({
    /** The id of the choice. */
    choice: string;
    /** The rule that leaves the choice. */
    rule: string;
    /** Who decides. */
    who: string;
    /** Which unit or units it is about; empty for none in particular. */
    unit: string;
    /** What is decided, and the default. */
    about: string;
    /** The probability that the decision comes up. */
    chance: string | number;
    /** The best first. */
    alternatives: ({
      /** The alternative in words. */
      text: string;
      /** What it comes to on average: exact as a text, or an estimate. */
      value: string | number;
      /** How far that is behind the best alternative; 0 for the best. */
      behind: string | number;
      /** Of the value; 0 where it is exact. */
      standard_error: number;
    })[];
  })[];
}
