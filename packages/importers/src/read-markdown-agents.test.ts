import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readMarkdownAgent, readSkill } from './formats/markdown-agent.ts'
import { readOpencodeAgent } from './formats/read-opencode-agent.ts'
import { readAgentFile } from './formats/read-agent-file.ts'

const fixture = (path: string): string => readFileSync(new URL(`./__fixtures__/${path}`, import.meta.url), 'utf8')

test('a Claude agent: runtime word for word, spawns, examples, unknown fields kept', () => {
  const path = 'claude/.claude/agents/review/tide-reader.md'
  const { agents, skipped, findings } = readMarkdownAgent(fixture(path), { path: path, format: 'claude' })
  expect({ skipped, findings }).toEqual({ skipped: [], findings: [] })
  const description = expect.stringContaining('<example>')
  expect(agents).toEqual([
    {
      id: 'tide-reader',
      path,
      body: 'You read tide tables.',
      entry: {
        name: 'tide-reader',
        description,
        version: '1.2.0',
        format: 'claude',
        skills: [{ id: 'tide-reader', name: 'tide-reader', description, tags: ['tide-reader'] }],
        triggers: {
          examples: ['Someone sails at dawn', 'When is high water in Emden tomorrow?', 'a voyage is planned'],
        },
        spawns: ['chart-maker', 'wind-reader', 'log-keeper'],
        runtime: {
          tools: 'Read, Grep, Agent(chart-maker, wind-reader), Task(log-keeper)',
          model: 'haiku',
          permissionMode: 'plan',
          effort: 'low',
          color: 'blue',
        },
        'x-claude': { harbour: 'emden' },
      },
    },
  ])
})

test('a description that strict YAML refuses is kept whole, with a finding', () => {
  const { agents, findings } = readMarkdownAgent(fixture('claude/.claude/agents/chart-maker.md'), {
    path: 'c.md',
    format: 'claude',
  })
  expect(agents[0]?.entry).toMatchObject({
    description:
      "Draws sea charts. Use when the user wants a chart. Triggers on: 'draw a chart', 'map the shoal', \"plot depths\".",
    triggers: { examples: ['a chart', 'draw a chart', 'map the shoal', 'plot depths'] },
    runtime: { tools: ['Read', 'Write'], model: 'inherit' },
  })
  expect(findings).toEqual([expect.objectContaining({ code: 'IMPORT_FRONT_MATTER_LENIENT', subject: 'c.md:3:14' })])
})

test.each([
  ['---\ndescription: b\n---', { line: 1, reason: 'its front matter has no name' }],
  ['---\nname: a\ndescription:\n---', { line: 1, reason: 'its front matter has no description' }],
  ['---\ntitle: a\n---', { line: 1, reason: 'its front matter has no name and no description' }],
  ['---\nname: "🚢"\ndescription: b\n---', { line: 1, reason: 'its name "🚢" has neither letter nor digit' }],
  ['---\nname: a\n', { line: 1, reason: 'its front matter is not closed by a line "---"' }],
  ['---\nnome: a: b\n---', { line: 2, reason: expect.stringContaining('it is not valid YAML') }],
])('%j is skipped with line and reason', (text, skipped) => {
  expect(readMarkdownAgent(text, { path: 'x.md', format: 'claude' })).toEqual({
    agents: [],
    findings: [],
    skipped: [{ path: 'x.md', ...skipped }],
  })
})

test('Markdown without front matter is no agent and no problem', () => {
  expect(readMarkdownAgent('# Read me', { path: 'README.md', format: 'claude' })).toEqual({
    agents: [],
    skipped: [],
    findings: [],
  })
})

test('old names, tags, preloaded skills and triggers of the front matter have their places', () => {
  const text =
    '---\nname: Old One\ndescription: d\ndeprecated: true\nsuperseded_by: New One\nskills: [knots, sails]\ntriggers: {tags: [":AI:"], patterns: ["^sail"], examples: [go]}\nspawns: [mate]\n---'
  expect(readMarkdownAgent(text, { path: 'x.md', format: 'claude' }).agents[0]).toMatchObject({
    id: 'old-one',
    entry: {
      deprecated: true,
      alias: 'new-one',
      skills: [
        { id: 'knots', name: 'knots', description: 'knots', tags: ['knots'] },
        { id: 'sails', name: 'sails', description: 'sails', tags: ['sails'] },
      ],
      triggers: { tags: [':AI:'], patterns: ['^sail'], examples: ['go'] },
      spawns: ['mate'],
    },
  })
})

test('a skill: when_to_use becomes examples, arguments do not, licence and metadata are kept', () => {
  const { agents, findings } = readSkill(fixture('skills/pdf-forms/SKILL.md'), 'skills/pdf-forms/SKILL.md')
  expect(findings).toEqual([])
  expect(agents[0]).toMatchObject({ id: 'pdf-forms', body: 'Open the form, then write the values.' })
  expect(agents[0]?.entry).toMatchObject({
    version: '2.0.1',
    format: 'skill',
    triggers: { examples: ['a form has to be filled in many times'] },
    runtime: { 'argument-hint': '[file]', 'allowed-tools': 'Read Bash(qpdf:*)', 'disable-model-invocation': false },
    'x-skill': { license: 'MIT', metadata: { version: '2.0.1' } },
  })
})

test('a skill in a folder of another name is a finding', () => {
  expect(readSkill('---\nname: a\ndescription: b\n---', 'skills/c/SKILL.md').findings).toEqual([
    expect.objectContaining({ code: 'IMPORT_SKILL_NAME_DIFFERS', subject: 'skills/c/SKILL.md' }),
  ])
})

test('a Copilot agent: name from the file, spawns from agents and handoffs, hint as example', () => {
  const path = 'copilot/.github/agents/planner.agent.md'
  const [agent] = readMarkdownAgent(fixture(path), { path: path, format: 'copilot' }).agents
  expect(agent).toMatchObject({ id: 'planner', body: 'Write a plan.' })
  expect(agent?.entry).toMatchObject({
    name: 'planner',
    spawns: ['researcher', 'builder'],
    triggers: { examples: ['Describe the change to plan'] },
    runtime: {
      tools: ['read', 'search', 'github/*'],
      model: ['GPT-5', 'Claude Sonnet 4.5'],
      agents: ['researcher'],
      handoffs: [{ label: 'Build it', agent: 'builder', prompt: 'Build the plan.', send: false }],
      'user-invocable': true,
    },
    'x-copilot': { mood: 'calm' },
  })
})

test('an older chat mode is a Copilot agent', () => {
  const path = 'copilot/.github/chatmodes/mentor.chatmode.md'
  expect(readMarkdownAgent(fixture(path), { path: path, format: 'copilot' }).agents[0]).toMatchObject({
    id: 'mentor',
    entry: { format: 'copilot' },
  })
})

test('a Cursor agent keeps its three settings', () => {
  const [agent] = readMarkdownAgent(fixture('cursor/.cursor/agents/verifier.md'), {
    path: 'verifier.md',
    format: 'cursor',
  }).agents
  expect(agent?.entry).toMatchObject({
    format: 'cursor',
    triggers: { examples: ['each task'] },
    runtime: { model: 'fast', readonly: true, is_background: false },
  })
})

test('an agent of opencode: name from the file, spawns from the tasks it is allowed', () => {
  const path = 'opencode/.opencode/agents/bird-watcher.md'
  const [agent] = readOpencodeAgent(fixture(path), path).agents
  expect(agent).toMatchObject({ id: 'bird-watcher', body: 'You know birds by ear.' })
  expect(agent?.entry).toMatchObject({
    name: 'bird-watcher',
    format: 'opencode',
    spawns: ['nest-finder'],
    triggers: { examples: ['somebody heard a bird'] },
    runtime: { mode: 'subagent', temperature: 0.1, permission: { edit: 'deny' } },
    'x-opencode': { feather: 'grey' },
  })
})

test('an agent of opencode that is switched off is told', () => {
  const path = 'opencode/.opencode/agents/silent.md'
  expect(readOpencodeAgent(fixture(path), path)).toEqual({
    agents: [],
    skipped: [{ path, line: 1, reason: 'its front matter switches it off' }],
    findings: [],
  })
})

test('a subagent of Gemini CLI keeps its settings', () => {
  const [agent] = readMarkdownAgent(fixture('gemini/.gemini/agents/moss-reader.md'), {
    path: 'moss-reader.md',
    format: 'gemini',
  }).agents
  expect(agent?.entry).toMatchObject({
    format: 'gemini',
    runtime: { kind: 'local', tools: ['read_file', 'web_fetch'], model: 'gemini-2.5-pro', max_turns: 12 },
  })
})

test.each([
  [
    '# Poem maker\n\nYou *write* `short` poems.\nNever long ones.\n\nMore.',
    'Poem maker: You write short poems. Never long ones.',
  ],
  ['# Poem maker\nYou write poems.', 'Poem maker: You write poems.'],
  ['You write poems.', 'You write poems.'],
  ['\n\n# Only a heading\n', 'Only a heading'],
  ['---\n\n- You write poems.\n- Short ones.', 'You write poems. Short ones.'],
  ['A sentence of a few words. '.repeat(30), 'A sentence of a few words. '.repeat(14).trim()],
])('the prompt %j does: %s', (text, description) => {
  const [agent] = readAgentFile(text, { path: 'prompts/poet.md', format: 'prompt' }).agents
  expect(agent).toMatchObject({ id: 'poet', body: text.trim(), entry: { name: 'poet', description, format: 'prompt' } })
})

test('a command says itself what it does', () => {
  const text =
    '---\ndescription: Ships a release\nargument-hint: which version to ship\nallowed-tools: Bash\n---\nShip $1.'
  expect(readAgentFile(text, { path: '.claude/commands/ship.md', format: 'prompt' }).agents[0]).toMatchObject({
    id: 'ship',
    body: 'Ship $1.',
    entry: {
      description: 'Ships a release',
      triggers: { examples: ['which version to ship'] },
      'x-prompt': { 'allowed-tools': 'Bash' },
    },
  })
})

test.each([
  ['', { reason: 'it has no text' }],
  ['---\nname: "!"\n---\nText', { reason: 'its name "!" has neither letter nor digit' }],
  ['---\nname: a\nText', { reason: 'its front matter is not closed by a line "---"' }],
])('the prompt %j is skipped', (text, skipped) => {
  expect(readAgentFile(text, { path: 'p.md', format: 'prompt' })).toEqual({
    agents: [],
    skipped: [{ path: 'p.md', line: 1, ...skipped }],
    findings: [],
  })
})
