import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { CodedError } from '@datacortex/errors'
import { type SearchHit, type SearchPort, coldPort } from '@datacortex/memory'
import { expect, test } from 'vitest'
import { agentSpace } from './__fixtures__/agent-space.ts'
import { files, load, reasons, registryText, tokenizer } from './__fixtures__/load-writer.ts'
import { remembered, searchOf } from './__fixtures__/remembered.ts'
import { agentFilter } from './privacy-filter.ts'
import { type LoadedContext, loadContext } from './load-context.ts'

const settings = `privacy:
  paths: {"0-personal/journal/**": private, "1-acme/**": secret, ".datacore/dips/DIP-0014.md": private}
  agents: {diarist: private, nobody: secret}
`
const privateFiles = { '.datacore/settings.yaml': settings }

test('what is above the level of the agent is left out with that reason: files, documents, places, hits', async () => {
  const { paths, registry } = await agentSpace({ ...files, ...privateFiles })
  const memory = coldPort(paths)
  const task = 'Explain the tides of 0-personal/journal, as in 0-personal/journal/2026-01-01.md and the brand voice.'
  const context = await loadContext(paths, { registry, agent: 'writer', task, memory, tokenizer })
  expect(context.level).toBe('internal')
  const why = reasons(context)
  const upTo = 'and writer is shown things up to internal'
  expect(why.get('1-acme/plan.md')).toBe(`its level is secret, ${upTo}`)
  expect(why.get('1-acme/Brand voice.md')).toBe(`its level is secret, ${upTo}`)
  expect(why.get('.datacore/dips/DIP-0014.md')).toBe(`its level is private, ${upTo}`)
  expect(why.get('0-personal/journal')).toBe(`its level is private, ${upTo}`)
  expect(why.get('0-personal/journal/2026-01-01.md')).toBe(`its level is private, ${upTo}`)
  for (const text of ['Sell more', 'calm brand voice', 'one word', 'sad']) expect(context.prompt).not.toContain(text)
  expect(context.findings).toMatchObject([{ code: 'CONTEXT_PRIVACY_AGENT_UNKNOWN', subject: 'nobody' }])
  const diarist = await loadContext(paths, { registry, agent: 'diarist', task, memory, tokenizer })
  expect(diarist.prompt).toContain('Tides made me sad.')
  expect(diarist.prompt).not.toContain('calm brand voice')
})

test('asked for in the run of another agent, the lower level of both holds', async () => {
  const { paths, registry } = await agentSpace({ ...files, ...privateFiles })
  const task = 'Explain the tides of 0-personal/journal/2026-01-01.md.'
  for (const [agent, askedBy] of [
    ['diarist', 'writer'],
    ['writer', 'diarist'],
  ] as const) {
    const context = await loadContext(paths, { registry, agent, askedBy, task, tokenizer })
    expect(context.level).toBe('internal')
    expect(reasons(context).get('0-personal/journal/2026-01-01.md')).toBe(
      'its level is private, and writer is shown things up to internal',
    )
  }
})

test('agentFilter is for agents that are not shown everything', async () => {
  const { paths, registry } = await agentSpace({ ...files, ...privateFiles })
  const access = await agentFilter(paths, { registry, agentId: 'writer' })
  expect(access?.path('1-acme/plan.md')).toContain('its level is secret')
  expect(access?.execution({ agent_id: 'writer', outputs: [] })).toBeUndefined()
  expect(access?.execution({ agent_id: 'diarist', outputs: [] })).toContain('its level is private')
  const output = { path: '1-acme/plan.md', type: 'created' }
  expect(access?.execution({ agent_id: 'writer', outputs: [output] })).toContain('its level is secret')
  expect(await agentFilter(paths, { registry, agentId: 'nobody' })).toBeUndefined()
})

const found: SearchHit = {
  id: 'a.md#0',
  path: 'a.md',
  title: 'A',
  type: 'note',
  score: 0.5,
  hop: 1,
  snippet: 'Linked.',
  origin: 'local',
}

test('a note that was reached over a closed one is left out as well', async () => {
  const over =
    (via: readonly string[]): SearchPort =>
    () =>
      Promise.resolve([{ ...found, via }])
  const shown = await load({ files: privateFiles, memory: over(['0-personal/3-knowledge/zettel/Tides.md']) })
  expect(shown.prompt).toContain('Linked.')
  const hidden = await load({ files: privateFiles, memory: over(['0-personal/journal/2026-01-01.md']) })
  expect(hidden.prompt).not.toContain('Linked.')
  expect(reasons(hidden).get('a.md')).toMatch(/^it was reached over a note that may not be shown: its level is private/)
})

test('closed notes take no places of open ones, and that there are very many is above the level too', async () => {
  const { paths, registry } = await agentSpace({ ...files, ...privateFiles })
  const hit = (path: string): SearchHit => ({ ...found, id: `${path}#0`, path, title: path })
  const journal = Array.from({ length: 300 }, (_, index) => hit(`0-personal/journal/${index}.md`))
  const over = async (hiddenHits: number): Promise<LoadedContext> => {
    const hits = [...journal.slice(0, hiddenHits), hit('open.md')]
    const memory: SearchPort = (_query, { limit }) => Promise.resolve(hits.slice(0, limit))
    return await loadContext(paths, { registry, agent: 'writer', task: 'tides', memory, tokenizer })
  }
  const some = await over(10)
  expect(some.parts.filter(({ kind }) => kind === 'search').map(({ origin }) => origin)).toEqual(['open.md'])
  const above = ({ left_out: leftOut }: LoadedContext): readonly string[] =>
    leftOut.flatMap(({ origin, above_level: isAbove }) => (isAbove === true ? [origin] : []))
  expect(above(some).filter((origin) => origin.startsWith('0-personal/journal/'))).toHaveLength(5)
  const many = await over(300)
  expect(many.left_out.filter(({ reason }) => reason.startsWith('only its first 200 hits')).length).toBeGreaterThan(0)
  expect(above(many)).toContain('query: the task itself')
})

test('a memory is as closed as its source, its outputs, its space and the agent that remembered it', async () => {
  const { paths, registry } = await agentSpace({ ...files, ...privateFiles })
  const records = [
    { text: 'Open: tides rise.' },
    { text: 'Taken: tides from the journal.', source: '0-personal/journal/2026-01-01.md' },
    { text: 'Written: tides for the journal.', outputs: ['0-personal/journal/2026-01-02.md'] },
    { text: 'Space: tides at Acme.', space: '1-acme' },
    { text: 'Agent: tides of the diarist.', agent: 'diarist' },
  ]
  for (const record of records) await remembered(paths, record)
  const options = { registry, task: 'tides', memory: searchOf(paths), limit: 9, tokenizer }
  const summaries = ({ parts }: LoadedContext): readonly string[] =>
    parts
      .filter(({ kind }) => kind === 'memory')
      .map(({ text }) => /(\w+):(?= tides)/.exec(text)?.[1] ?? text)
      .sort()
  const writer = await loadContext(paths, { ...options, agent: 'writer' })
  expect(summaries(writer)).toEqual(['Open'])
  expect(writer.left_out.filter(({ origin }) => origin.startsWith('memory:'))).toHaveLength(4)
  expect(summaries(await loadContext(paths, { ...options, agent: 'diarist' }))).toEqual([
    'Agent',
    'Open',
    'Taken',
    'Written',
  ])
})

test('an open name of a closed file opens nothing', async () => {
  const required = 'link.md'
  const { paths, registry } = await agentSpace({
    ...files,
    ...privateFiles,
    '.datacore/registry/agents.yaml': registryText.replace('gone.md', required),
  })
  await symlink('0-personal/journal/2026-01-01.md', join(paths.root, required))
  const context = await loadContext(paths, { registry, agent: 'writer', task: 'Explain.', tokenizer })
  expect(reasons(context).get(required)).toContain('its level is private')
})

test('an unknown level is an error that names file and key', async () => {
  const error: unknown = await load({
    files: { '.datacore/settings.yaml': 'privacy: {agents: {writer: topsecret}}\n' },
  }).catch((thrown: unknown) => thrown)
  expect(CodedError.is(error, 'PLATFORM_SETTINGS_INVALID')).toBe(true)
  expect(String(error)).toContain('settings.yaml does not match the settings: privacy.agents.writer: "topsecret" is no')
})

test('an agent keeps its level when it is renamed, and what it remembered before stays as closed', async () => {
  const renamed = registryText.replace('  old:', '  chronicler: {name: Chronicler, description: Writes on.}\n  old:')
  const { paths, registry } = await agentSpace({
    ...files,
    '.datacore/registry/agents.yaml': renamed
      .replace('  diarist: {', '  diarist: {alias: chronicler, ')
      .replace('  scribe: {', '  author: {alias: writer}\n  scribe: {'),
    '.datacore/settings.yaml': `privacy: {agents: {diarist: private, scribe: public, author: internal}}\n`,
  })
  await remembered(paths, { text: 'Tides of the diarist.', agent: 'chronicler' })
  await remembered(paths, { text: 'Tides of the diarist, older.', agent: 'diarist' })
  const options = { registry, task: 'tides', memory: searchOf(paths), limit: 9, tokenizer }
  const memories = ({ parts }: LoadedContext): number => parts.filter(({ kind }) => kind === 'memory').length
  const chronicler = await loadContext(paths, { ...options, agent: 'diarist' })
  expect([chronicler.agent, chronicler.level, memories(chronicler)]).toEqual(['chronicler', 'private', 2])
  const writer = await loadContext(paths, { ...options, agent: 'writer' })
  expect([writer.level, memories(writer)]).toEqual(['public', 0])
})
