/** What is said of a run in words has at most so many characters. */
export const longestNote = 10_000
