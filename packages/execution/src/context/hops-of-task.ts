/**
 * How many links are followed from what a task finds: none for a fact, one to understand how things hang together, two to
 * bring much together.
 * @see DIP-0016 §6.3
 */
export function hopsOfTask(task: string): number {
  if (strategic.test(task)) return 2
  return contextual.test(task) ? 1 : 0
}

const strategic =
  /\b(?:strateg\w*|synthesi[sz]\w*|roadmap|competitive|competitors?|positioning|big picture|overview of (?:all|everything)|landscape)\b/i
const contextual =
  /\b(?:relat(?:e[sd]?|ion|ions|ionship)|connect(?:s|ed|ion|ions)?|compar(?:e|es|ed|ison)|context of|depends? on|why|explain how|difference between|hangs? together)\b/i
