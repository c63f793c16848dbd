import { CodedError } from '@datacortex/errors'
import { type SearchPort, coldPort } from '@datacortex/memory'
import { expect, test } from 'vitest'
import { agentSpace } from './__fixtures__/agent-space.ts'
import { files, load, reasons, tokenizer } from './__fixtures__/load-writer.ts'
import { remembered, searchOf } from './__fixtures__/remembered.ts'
import { loadContext } from './load-context.ts'

test('prompt, required files, documents, specifications, places: each with kind, origin and tokens', async () => {
  const context = await load()
  expect(context.agent).toBe('writer')
  expect(context.parts.map(({ kind, origin }) => `${kind} ${origin}`)).toEqual([
    'prompt .datacore/agents/writer.md',
    'required .datacore/tags.yaml',
    'required 0-personal/3-knowledge/zettel/Tides.md',
    'required 1-acme/plan.md',
    'reference .datacore/dips/DIP-0004-knowledge-database.md',
    'reference .datacore/dips/DIP-0014.md',
    'reference docs/legal/privacy-policy.md',
    'inferred 0-personal/3-knowledge/zettel/',
    'instructions template think-search-generate',
    'task task',
  ])
  for (const { text, tokens } of context.parts) expect(tokens).toBe(tokenizer.count(text))
  for (const { text } of context.parts) expect(context.prompt).toContain(text)
  expect(context.tokens).toBe(tokenizer.count(context.prompt))
  expect(context.left_out).toEqual([
    { origin: 'gone.md', reason: 'it does not exist' },
    { origin: 'DIP-0099', reason: 'no such document in .datacore/dips' },
    { origin: 'missing-spec', reason: 'no such document in .datacore/specs or specs or docs or .datacore/dips' },
    { origin: 'search', reason: 'there is no search here' },
    {
      origin: "query: datacortex search '{task_description}' --top 3 --expand 1",
      reason: 'there is no search here',
    },
    { origin: 'query: brand voice guidelines', reason: 'there is no search here' },
    { origin: '1-acme/3-knowledge/zettel/', reason: 'it does not exist' },
  ])
  expect(context.findings).toEqual([])
})

test('of a document only its section for agents, all of one that has none', async () => {
  const { parts } = await load()
  const text = (end: string): string | undefined => parts.find(({ origin }) => origin.endsWith(end))?.text
  expect(text('DIP-0004-knowledge-database.md')).toBe(
    '### .datacore/dips/DIP-0004-knowledge-database.md\n\nSearch first.',
  )
  expect(text('DIP-0014.md')).toContain('Tags are one word.')
  expect(text('privacy-policy.md')).toContain('Names are private.')
})

test('placeholders of the own prompt are filled once; those in what is put in, and in the task, are text', async () => {
  const task = 'Write {required_files} and {agent_prompt} and $& about tides.'
  const prompt =
    'You write.\n{required_files}\nOnce more: {required_files}\n{agent_prompt} `${task}` {{task}} \\{task} {tide_table}'
  const context = await load({ task, files: { '.datacore/agents/writer.md': prompt } })
  expect(context.prompt).toMatch(/^You write\.\n### \.datacore\/tags\.yaml/)
  expect(context.prompt).toContain(
    '\nOnce more: (given above)\n{agent_prompt} `${task}` {{task}} \\{task} {tide_table}\n',
  )
  expect(context.prompt).toContain('The moon pulls. See {task} and {required_files}.')
  expect(context.prompt).toContain(`## Task\n\n${task}`)
  expect(context.prompt.split('tags: [tide]')).toHaveLength(2)
  expect(context.findings).toMatchObject([
    { code: 'MEMORY_TEMPLATE_PLACEHOLDER', severity: 'info', subject: '.datacore/agents/writer.md' },
  ])
  expect(context.findings[0]?.message).toContain('{agent_prompt}, {tide_table}, which')
})

test('a prompt says where the task stands, within the budget; a description, which strangers write, says nothing', async () => {
  const files = { '.datacore/agents/writer.md': 'For {agent_id}: {task_description} <{session_memory_results}>' }
  const { prompt, tokens } = await load({ files, budget: 400 })
  expect(prompt).toMatch(/^For writer: Explain the tides\. <\(none\)>/)
  expect(tokens).toBeLessThanOrEqual(400)
  const registry = 'agents: {stranger: {name: S, description: "Do {task} with {required_files}"}}'
  const other = await load({ agent: 'stranger', files: { '.datacore/registry/agents.yaml': registry } })
  expect(other.prompt).toContain('Do {task} with {required_files}')
})

test('how a context got its knowledge: a text that the task brings, org files as they are, or a search again', async () => {
  const asked: string[] = []
  const { paths, registry } = await agentSpace({
    ...files,
    '0-personal/org/inbox.org': '* TODO Buy charts\n',
    '.datacore/registry/agents.yaml': `agents: {a: {name: A, description: B.}}
knowledge_locations: {personal: {inbox: 0-personal/org/inbox.org}}
`,
  })
  const found = (title: string, via: readonly string[]) => ({
    id: title,
    path: `${title}.md`,
    title,
    via,
    hop: via.length,
    origin: 'Tides.md',
  })
  const memory: SearchPort = (query, { filter, expand }) => {
    asked.push(`${query} ${expand} ${filter?.types?.join() ?? 'any'}`)
    const hits = [found('Tides', []), found('Moon', ['Tides.md'])]
    return Promise.resolve(hits.map((hit) => ({ ...hit, score: 1, type: 'note', tags: [], snippet: 's' })))
  }
  const loaded = async (task: string) => {
    asked.length = 0
    return await loadContext(paths, { registry, agent: 'a', task, memory, tokenizer })
  }
  const brought = await loaded('Translate into German: The tide comes in twice a day, and nobody stops it.')
  expect(brought.retrieval).toEqual({ strategy: 'skip', because: 'the task brings the text that it is about' })
  expect(asked).toEqual([])
  const sorted = await loaded('Sort the inbox.')
  expect(sorted.retrieval?.strategy).toBe('read')
  expect(asked).toEqual(['Sort the inbox. 0 session-memory'])
  expect(sorted.parts).toContainEqual(
    expect.objectContaining({
      kind: 'required',
      origin: '0-personal/org/inbox.org',
      text: expect.stringContaining('Buy charts'),
      provenance: expect.objectContaining({ because: 'the task asks for its current state' }),
    }),
  )
  expect(reasons(sorted).get('query: the task itself')).toContain('no note is looked for')
  const planned = await loaded('Write a strategy for the harbour')
  expect(planned.retrieval?.strategy).toBe('multi_hop')
  expect(asked).toEqual([
    'Write a strategy for the harbour 2 any',
    'Write a strategy for the harbour 0 session-memory',
    'Moon 0 any',
  ])
})

test('a closed org file is not read, and nothing tells whether it is there', async () => {
  const secretive = {
    '.datacore/registry/agents.yaml': `agents: {a: {name: A, description: B.}}
knowledge_locations: {personal: {inbox: 0-personal/org/inbox.org}}
`,
    '.datacore/settings.yaml': 'privacy: {paths: {"0-personal/org/**": private}}\n',
  }
  const there = await load({
    agent: 'a',
    task: 'Sort the inbox.',
    files: { ...secretive, '0-personal/org/inbox.org': '* Secret\n' },
  })
  const absent = await load({ agent: 'a', task: 'Sort the inbox.', files: secretive })
  expect(there.retrieval).toEqual({ strategy: 'search', because: 'the task asks about one thing' })
  expect([there.retrieval, there.left_out, there.prompt]).toEqual([absent.retrieval, absent.left_out, absent.prompt])
})

test('a template of the space says where the prompt and the task stand', async () => {
  const template = '<{agent_id}> {task_description}\n{agent_prompt}\n{required_files}'
  const { prompt } = await load({
    files: {
      '.datacore/templates/context-gathering.md': template,
      '.datacore/templates/think-search-generate.md': 'Think.',
    },
  })
  expect(prompt).toMatch(/^<writer> Explain the tides\.\nYou write\. Never fill \\\{required_files\}/)
  expect(prompt).toMatch(/\n\nThink\.\n$/)
})

test('queries of the entry and the task are searched, plain ones and those written as commands', async () => {
  const asked: string[] = []
  const { paths, registry } = await agentSpace(files)
  const cold = coldPort(paths)
  const memory: SearchPort = async (query, options) => {
    asked.push(`${query} ${options.limit} ${options.expand} ${options.filter?.types?.join() ?? 'any'}`)
    return await cold(query, options)
  }
  const context = await loadContext(paths, { registry, agent: 'writer', task: 'Explain the tides.', memory, tokenizer })
  expect(asked).toEqual([
    'Explain the tides. 5 1 any',
    'Explain the tides. 5 0 session-memory',
    'brand voice guidelines 3 0 any',
  ])
  const found = context.parts.filter(({ kind }) => kind === 'search').map(({ origin }) => origin)
  expect(found).toContain('1-acme/Brand voice.md')
  expect(found).toContain('0-personal/journal/2026-01-01.md')
  // What is there as a whole is not quoted again, and that is said.
  expect(reasons(context).get('0-personal/3-knowledge/zettel/Tides.md')).toContain('as a whole already')
})

test('{space} in queries and patterns is the space of the task; where it has no meaning that is said', async () => {
  const entry = `reads:
      contextual: ["datacortex search voice --space {space}", "rules of {space}"]
      infers: ["{space}/sales"]`
  const more = {
    '.datacore/registry/agents.yaml': `agents:\n  a:\n    name: A\n    description: B.\n    ${entry}\n`,
    '1-acme/sales/a.md': 'Sold.\n',
  }
  const asked: string[] = []
  const memory: SearchPort = (query, { filter }) => {
    asked.push(`${query} ${filter?.spaces?.join() ?? 'any'}`)
    return Promise.resolve([])
  }
  const { parts } = await load({ agent: 'a', task: 'Write.', files: more, memory })
  expect(asked).toEqual(['Write. any', 'Write. any', 'voice 1-acme', 'rules of 1-acme any'])
  expect(parts.filter(({ kind }) => kind === 'inferred').map(({ origin }) => origin)).toEqual(['1-acme/sales'])
  asked.length = 0
  const files = { ...more, '2-beta/plan.md': 'Plan.\n' }
  const { left_out: leftOut } = await load({ agent: 'a', task: 'Write.', files, memory })
  expect(asked.slice(2)).toEqual(['voice any', 'rules of any'])
  const reason = '{space} has no meaning: the task names none of the spaces 1-acme, 2-beta'
  expect(leftOut.slice(1)).toEqual([
    { origin: 'query: datacortex search voice --space {space}', reason },
    { origin: 'query: rules of {space}', reason },
    { origin: 'infers: {space}/sales', reason },
    {
      origin: 'query: datacortex search voice --space {space}',
      reason: 'nothing fills {space}; --space has no effect',
    },
    { origin: 'query: rules of {space}', reason: 'nothing fills {space}; it is searched without that' },
    { origin: 'query: the task itself', reason: 'nothing was found for it' },
    { origin: 'query: datacortex search voice --space {space}', reason: 'nothing was found for it' },
    { origin: 'query: rules of {space}', reason: 'nothing was found for it' },
  ])
})

test('what a session learned is in the next context', async () => {
  const { paths, registry } = await agentSpace(files)
  await remembered(paths, { text: 'Readers of the tides essay want pictures.', agent: 'writer' })
  const memory = searchOf(paths)
  const context = await loadContext(paths, { registry, agent: 'writer', task: 'tides essay', memory, tokenizer })
  expect(context.parts.filter(({ kind }) => kind === 'memory').map(({ text }) => text)).toEqual([
    expect.stringContaining('Readers of the tides essay want pictures.'),
  ])
})

test('a budget is kept, whatever it is, and everything is in the parts or left out', async () => {
  const long = 'A sentence about the sea and its tides. '.repeat(400)
  const more = {
    '0-personal/3-knowledge/zettel/Long.md': long,
    '.datacore/dips/DIP-0014.md': long,
    'docs/privacy-policy.md': long,
  }
  const { paths, registry } = await agentSpace({ ...files, ...more })
  const memory = coldPort(paths)
  const origins = new Set<string>()
  for (const budget of [100_000, 5000, 1500, 600, 400, 250, 150]) {
    const options = { registry, agent: 'writer', task: 'Explain the tides.', memory, budget, tokenizer }
    const context = await loadContext(paths, options)
    expect(tokenizer.count(context.prompt)).toBe(context.tokens)
    expect(context.tokens).toBeLessThanOrEqual(budget)
    const named = new Set([...context.parts, ...context.left_out].map(({ origin }) => origin))
    for (const { origin } of context.parts) origins.add(origin)
    for (const origin of origins) expect(named).toContain(origin)
    for (const part of context.parts)
      expect(
        context.left_out.some(({ origin, reason }) => origin === part.origin && reason.includes('step 3: cut')),
      ).toBe(part.truncated === true)
  }
})

test('what the entry asks for in a way that nothing can read is left out by name', async () => {
  const entry = `reads: {required: [.datacore/tags.yaml, {path: plan.md}], contextual: [{when: always}], optional: [x]}
    references: {dips: [[DIP-0004]]}
    writes: [{a: b, c: d}]`
  const text = `agents:\n  a:\n    name: A\n    description: B.\n    ${entry}\n`
  const { parts, left_out: leftOut } = await load({ agent: 'a', files: { '.datacore/registry/agents.yaml': text } })
  expect(parts.map(({ origin }) => origin)).toContain('.datacore/tags.yaml')
  const reported = leftOut.filter(({ origin }) => /^(?:reads|references|writes)/.test(origin))
  expect(reported).toEqual([
    { origin: 'reads.optional', reason: "in the agent's entry it is none of required, contextual, infers" },
    { origin: 'reads.contextual[0]', reason: "in the agent's entry it has no query" },
    { origin: 'reads.required[1]', reason: "in the agent's entry it should be text but is a map" },
    { origin: 'references.dips[0]', reason: "in the agent's entry it should be text but is a list" },
  ])
})

test('a budget too small for the prompt and the task is refused with what is needed', async () => {
  const error: unknown = await load({ budget: 60 }).catch((thrown: unknown) => thrown)
  expect(CodedError.is(error, 'MEMORY_BUDGET_TOO_SMALL')).toBe(true)
  const needed = Number(/needs (\d+)\./.exec(String(error))?.[1])
  const context = await load({ budget: needed })
  expect(context.tokens).toBe(needed)
  expect(context.parts.map(({ kind }) => kind)).toEqual(['prompt', 'task'])
  expect((await load({ files: { '.datacore/settings.yaml': `context: {budget: ${needed}}\n` } })).tokens).toBe(needed)
})

test('an alias leads to its agent with a finding; unknown and removed agents are refused', async () => {
  const context = await load({ agent: 'scribe' })
  expect(context.agent).toBe('writer')
  expect(context.findings).toMatchObject([
    { code: 'CONTEXT_AGENT_DEPRECATED', message: expect.stringContaining('scribe') },
  ])
  await expect(load({ agent: 'wirter' })).rejects.toMatchObject({ code: 'REGISTRY_AGENT_NOT_FOUND' })
  await expect(load({ agent: 'old' })).rejects.toMatchObject({ code: 'REGISTRY_AGENT_REMOVED' })
})

test('an abort ends it', async () => {
  const reason = new Error('stop')
  await expect(load({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})
