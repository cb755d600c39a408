// An error: made from error.json, do not edit.

export interface Error {
  error: {
    /** What kind of error it is. */
    code: string;
    /** What is wrong, in one line. */
    message: string;
    /** Everything that is wrong with the input. */
    problems: (Problem | FileProblem)[];
    /** Every reason why it is not allowed. */
    objections: Objection[];
    /** The rule that leaves a gap. */
    rule: string;
    /** What somebody must decide. */
    question: string;
    /** How to answer. */
    supply: string;
    /** The chart, or its file and line. */
    place: string;
    /** The file of data that is wrong. */
    file: string;
    /** What was looked for. */
    kind: string;
    /** The name that was not found. */
    name: string;
    /** Names that look like it, best first. */
    suggestions: string[];
    /** Which limit was passed. */
    bound: "branches" | "seconds" | "megabytes";
    /** What that limit is. */
    budget: number;
    /** The roll that branched most. */
    purpose: string;
  };
}

/** One thing that is wrong with an input. */
export interface Problem {
  /** Where, as a JSON path such as ``$.attackers[0].stands``; the middle of a very long one is left out. */
  path: string;
  /** What is wrong and what was expected; the middle of a very long one is left out. */
  message: string;
  /** The id of the rule that sets the limit, or "" where the shape of the data is at fault. */
  rule: string;
}

/** One thing that is wrong with a file of data. */
export interface FileProblem {
  /** The line on which it stands, from 1; null if it is the file itself, which cannot be read. */
  line: number | null;
  /** What is wrong and what was expected; the middle of a very long one is left out. */
  message: string;
}

/** One reason why something is not allowed. */
export interface Objection {
  /** The id of the rule that forbids it. */
  rule: string;
  /** What is forbidden and, where it helps, what would be allowed. */
  message: string;
  /** The field at fault as a JSON path, or "" where no single field is. */
  path: string;
}
