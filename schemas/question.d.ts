// A question: made from question.json, do not edit.

export type Question = {
  kind: "throw";
  /** What the throw is for, with the purposes of the procedures around it. */
  purpose: string;
  rule: string;
  /** What to throw. */
  label: string;
  /** The sides of each die. */
  dice: number[];
  /** Every value that the throw can have, in words. */
  odds: ({
    value: string;
    /** Exact, as a text. */
    probability: string | number;
  })[];
  /** The steps since the last question. */
  known: ({
    text: string;
    rule: string;
    kind: string;
  })[];
} | {
  kind: "decision";
  /** The steps since the last question. */
  known: ({
    text: string;
    rule: string;
    kind: string;
  })[];
  choice: string;
  rule: string;
  /** Who decides. */
  who: string;
  /** Which unit or units it is about; empty for none in particular. */
  unit: string;
  /** What is decided, and the default. */
  about: string;
  /** The purposes of the procedures around it. */
  where: string;
  alternatives: ({
    /** What answers the decision. */
    value: boolean | number | string;
    /** The same in words. */
    text: string;
    /** Whether it is what happens if nobody decides. */
    is_default: boolean;
  })[];
};
