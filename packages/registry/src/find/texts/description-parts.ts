// Signs that end a part; those inside of words (`C/C++`, `Node.js`, `day-to-day`) don't. The words are those that begin the
// next clause or phrase in English; elsewhere the signs alone part.
const boundary =
  /[^\p{L}\p{M}\p{N}\s'’./+#&-]|\.(?!\S)|\s[-/&](?!\S)|(?<![\p{L}\p{N}-])(?:and|or|but|with|for|by|from|while|that|which)(?![\p{L}\p{N}-])/giu
// The longest of 600 real descriptions has 22; a page of text shall not become a hundred vectors.
const mostParts = 24

/** The clauses and phrases of a description: a sentence that lists four things is near to none of them as a whole. */
export function descriptionParts(description: string): readonly string[] {
  const parts = description
    .split(boundary)
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
  return parts.length < 2 ? [] : [...new Set(parts)].slice(0, mostParts)
}
