export function outputPaths(topic: string, { date }: { date: string }) {
  const name = `${date}-${topicSlug(topic)}`
  return {
    summary: `content/summaries/${name}-summary.md`,
    report: `content/reports/${name}-report.md`,
    script: `content/reports/${name}-script.md`,
  }
}

/** A topic as part of a file's name: letters, digits and hyphens, at most 60. */
export function topicSlug(topic: string): string {
  // Accents of letters go; marks that are letters in other scripts stay, and are put together again.
  const plain = topic
    .slice(0, 1000)
    .normalize('NFKD')
    .replaceAll(/(?<=\p{Script=Latin}\p{M}*)\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
  const slug = plain
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .slice(0, 60)
    .replaceAll(/\p{Cs}|^-+|-+$/gu, '')
  return slug === '' ? 'topic' : slug
}
