import { type Finding, infoFinding, warningFinding } from '@datacortex/errors'

export type Counts = ReturnType<typeof createCounts>

export function createCounts() {
  const skipped = new Map<string, number>()
  const unknown = new Map<string, number>()
  const broken: string[] = []
  const remarks = new Map<string, Omit<Finding, 'subject'>>()
  return {
    /** Gives what stands in the place of what is left out. */
    skip(reason: string, count = 1): readonly never[] {
      skipped.set(reason, (skipped.get(reason) ?? 0) + count)
      return []
    },
    unknownBlock(type: string): string {
      const plain = type.replaceAll(/[^\w.-]/g, '')
      const name = plain.slice(0, 40) || 'untyped'
      unknown.set(name, (unknown.get(name) ?? 0) + 1)
      return `[${plain}]`
    },
    /** A conversation that can't be read; the others can. */
    broken: (which: string, reason: string) => void broken.push(`${which}: ${reason}`),
    remark: (finding: Omit<Finding, 'subject'>) => void remarks.set(finding.code, finding),
    findings: (subject: string): readonly Finding[] => [
      ...counted(skipped, infoFinding('CONVERSATION_SKIPPED', subject, { message: 'Left out, by reason' })),
      ...counted(
        unknown,
        infoFinding('CONVERSATION_BLOCKS_UNKNOWN', subject, {
          message: 'Kinds of content that are not known stand in the text as [kind]',
        }),
      ),
      ...brokenFindings(broken, subject),
      ...[...remarks.values()].map((finding) => ({ ...finding, subject })),
    ],
  }
}

function counted(counts: ReadonlyMap<string, number>, finding: Finding): readonly Finding[] {
  if (counts.size === 0) return []
  const list = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, count]) => `${count} ${name}`)
  return [{ ...finding, message: `${finding.message}: ${list.join(', ')}.` }]
}

function brokenFindings(broken: readonly string[], subject: string): readonly Finding[] {
  if (broken.length === 0) return []
  const more = broken.length > 5 ? `; and ${broken.length - 5} more` : ''
  return [
    warningFinding('CONVERSATION_BROKEN', subject, {
      message: `${broken.length} conversation${broken.length === 1 ? '' : 's'} could not be read: ${broken.slice(0, 5).join('; ')}${more}.`,
      hint: 'The others were read. Export again if these matter.',
    }),
  ]
}
