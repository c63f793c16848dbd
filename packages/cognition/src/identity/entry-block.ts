import { cognitionError } from '../errors.ts'
import { specificationPlace } from './specification.ts'

const begin = '<!-- datacortex identity: begin -->'
const end = '<!-- datacortex identity: end -->'

/**
 * An entry file with the block of an agent in place of an earlier one, or at its end; every other byte as it was.
 * `place`: where all minds lie, relative to the space. Throws `COGNITION_ENTRY_INVALID`.
 */
export function withEntryBlock(
  bytes: Uint8Array,
  { file, agent, place }: { readonly file: string; readonly agent: string; readonly place: string },
): Uint8Array {
  const text = Buffer.from(bytes).toString('utf8')
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const block = blockLines(agent, place).join(eol)
  const refused = (reason: string) => cognitionError('COGNITION_ENTRY_INVALID', { file, reason })
  const [start, stop] = [text.indexOf(begin), text.indexOf(end)]
  if (start !== -1 && text.includes(begin, start + 1)) throw refused('it has the block twice')
  if ((start === -1) !== (stop === -1) || stop < start)
    throw refused('of the two marks around the block one is missing')
  if (start === -1) {
    const gap = text === '' ? '' : text.endsWith('\n') ? eol : `${eol}${eol}`
    return Buffer.from(`${text}${gap}${block}${eol}`)
  }
  const owner = agentOf(text.slice(start, stop))
  if (owner !== agent) throw refused(`it is the entry file of the agent ${owner ?? 'of another name'}`)
  return Buffer.from(text.slice(0, start) + block + text.slice(stop + end.length))
}

export function entryAgent(text: string): string | undefined {
  const start = text.indexOf(begin)
  return start === -1 || !text.includes(end, start) ? undefined : agentOf(text.slice(start))
}

function agentOf(block: string): string | undefined {
  return /^- Agent: `(.*?)`\r?$/m.exec(block)?.[1]
}

function blockLines(agent: string, place: string): readonly string[] {
  return [
    begin,
    '## ACAS bootstrap',
    '',
    'This agent follows the Agent Cognitive Architecture Specification (ACAS) 1.4.0.',
    '',
    `- Agent: \`${agent}\``,
    `- Specification: ${specificationPlace}`,
    `- Identity: .datacore/agents/${agent}/identity.yaml`,
    `- Peers: .datacore/agents/${agent}/peers.yaml`,
    `- Knowledge: ${place}/${agent}/knowledge/`,
    `- Logs: ${place}/${agent}/logs/`,
    '',
    `At the start read the specification and do the bootstrap flow (section 1.3): \`datacortex identity check ${agent}\`.`,
    'What you know is answered by `recall`, and kept by `remember`. A message that names other agents is looked at by `peers check` first.',
    end,
  ]
}
