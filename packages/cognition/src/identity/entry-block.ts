const begin = '<!-- datacortex identity: begin -->'
const end = '<!-- datacortex identity: end -->'

/** What an entry file says of an agent; paths are relative to the space. */
export type EntryFacts = {
  readonly agent: string
  readonly specification: string
  readonly identity: string
  readonly peers: string
  /** Folders of what it knows and what happened. */
  readonly knowledge: string
  readonly logs: string
}

/** Whether an entry file can get the block, and what it then is. */
export type EntryWithBlock =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: string }

/** The entry file with the block of an agent in place of an earlier one, or at its end; every other byte as it was. */
export function withEntryBlock(bytes: Uint8Array, facts: EntryFacts): EntryWithBlock {
  const text = Buffer.from(bytes).toString('utf8')
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const block = blockLines(facts).join(eol)
  const [start, stop] = [text.indexOf(begin), text.indexOf(end)]
  if (text.indexOf(begin, start + 1) > start && start !== -1) return { ok: false, reason: 'it has the block twice' }
  if ((start === -1) !== (stop === -1) || stop < start)
    return { ok: false, reason: 'of the two marks around the block one is missing' }
  if (start === -1) {
    const gap = text === '' ? '' : text.endsWith('\n') ? eol : `${eol}${eol}`
    return { ok: true, bytes: Buffer.from(`${text}${gap}${block}${eol}`) }
  }
  const owner = agentOf(text.slice(start, stop))
  if (owner !== facts.agent)
    return { ok: false, reason: `it is the entry file of the agent ${owner ?? 'of another name'}` }
  return { ok: true, bytes: Buffer.from(text.slice(0, start) + block + text.slice(stop + end.length)) }
}

export function entryAgent(text: string): string | undefined {
  const start = text.indexOf(begin)
  return start === -1 || !text.includes(end, start) ? undefined : agentOf(text.slice(start))
}

function agentOf(block: string): string | undefined {
  return /^- Agent: `(.*?)`\r?$/m.exec(block)?.[1]
}

function blockLines({ agent, specification, identity, peers, knowledge, logs }: EntryFacts): readonly string[] {
  return [
    begin,
    '## ACAS bootstrap',
    '',
    'This agent follows the Agent Cognitive Architecture Specification (ACAS) 1.4.0.',
    '',
    `- Agent: \`${agent}\``,
    `- Specification: ${specification}`,
    `- Identity: ${identity}`,
    `- Peers: ${peers}`,
    `- Knowledge: ${knowledge}`,
    `- Logs: ${logs}`,
    '',
    `At the start read the specification and do the bootstrap flow (section 1.3): \`datacortex identity check ${agent}\`.`,
    'What you know is answered by `recall`, and kept by `remember`. A message that names other agents is looked at by `peers check` first.',
    end,
  ]
}
