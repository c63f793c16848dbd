import { sha256 } from '@datacortex/platform'
import type { ResearchPorts } from '../pipeline/research-ports.ts'
import { renderBriefing } from './render-briefing.ts'
import type { QueueResult } from './queue-result.ts'

export type BriefingOptions = {
  readonly space: string
  /** Milliseconds since 1970, UTC. */
  readonly at: number
  readonly ports: Pick<ResearchPorts, 'writes' | 'readFile'>
  readonly signal: AbortSignal
}

/** Writes the briefing over an earlier one of the day, unless a person changed that: then beside it. */
export async function writeBriefing(
  result: QueueResult,
  { space, at, ports, signal }: BriefingOptions,
): Promise<string> {
  const body = renderBriefing(result)
  for (let number = 1; ; number += 1) {
    const path = `${space}/content/reports/research-briefing-${result.date}${number === 1 ? '' : `-${number}`}.md`
    const before = await ports.readFile(path)
    if (before !== undefined && !isUntouched(before)) continue
    // One that says the same is not made younger.
    if (before?.endsWith(`\n---\n\n${body}`) === true) return path
    const head = [
      '---',
      `title: "Research briefing ${result.date}"`,
      'type: research-briefing',
      `created: ${new Date(at).toISOString()}`,
      `body_sha256: ${sha256(body)}`,
      'taint: external',
      '---',
      '',
      '',
    ].join('\n')
    const expected = before === undefined ? 'absent' : sha256(before)
    await ports.writes.write({ path, text: head + body, expected }, { signal })
    return path
  }
}

function isUntouched(text: string): boolean {
  const [, hash, body = ''] = /^---\n[^]*?\nbody_sha256: ([0-9a-f]{64})\n[^]*?\n---\n\n([^]*)$/.exec(text) ?? []
  return hash === sha256(body)
}
