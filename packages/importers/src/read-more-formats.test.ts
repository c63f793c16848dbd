import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ownPaths, spacePaths } from '@datacortex/platform'
import { readRegistry } from '@datacortex/registry'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { type ImportOptions, importAgents } from './import-agents.ts'
import { readAgentBody } from './formats/read-agent-body.ts'

let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'more-formats-'))
  onTestFinished(async () => await rm(root, { recursive: true, force: true }))
  await mkdir(join(root, '.datacore'))
})

/** Writes files, imports the folder, and gives what each agent is and its prompt, by its id. */
async function imported(files: Readonly<Record<string, string>>, options: ImportOptions = {}) {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, 'from', path)), { recursive: true })
    await writeFile(join(root, 'from', path), text)
  }
  const paths = ownPaths(spacePaths(root))
  const report = await importAgents(paths, [join(root, 'from')], options)
  const agents: Record<string, object> = {}
  for (const { id, entry } of (await readRegistry(paths)).agents.values()) {
    const body = await readAgentBody(paths, entry)
    agents[id] = { ...entry, body: 'text' in body ? body.text : body.reason }
  }
  const skipped = report.skipped.map(({ path, reason, kind = 'lost' }) => [path.slice(root.length + 6), kind, reason])
  return { report, agents, skipped: Object.fromEntries(skipped.map(([path, ...why]) => [path, why.join(': ')])) }
}

const bare = '# Tide reader\n\nReads **tides** for a harbour.\n\nMore.\n'
const said = { description: 'Tide reader: Reads tides for a harbour.', body: bare.trim() }

test('files where only agents lie are agents without front matter too, by their first lines', async () => {
  const { agents, skipped } = await imported({
    '.claude/agents/one.md': bare,
    '.opencode/agents/two.md': bare,
    '.github/agents/three.agent.md': bare,
    'skills/four/SKILL.md': bare,
    'skills/five.md': bare,
    'rules/six.mdc': `---\nglobs: "*.ts"\n---\n${bare}`,
    'project/.cursorrules': bare,
    '.claude/agents/empty.md': '  \n',
    '.claude/agents/README.md': bare,
    '.claude/agents/open.md': '---\nname: open\n',
    'skills/four/references/more.md': bare,
    'docs/else.md': bare,
    'docs/page.md': '---\ntitle: A page\n---\nText.\n',
  })
  const names = ['one', 'two', 'three', 'four', 'five', 'six', 'project']
  expect(Object.keys(agents).sort()).toEqual(names.toSorted())
  for (const name of names) expect(agents).toMatchObject({ [name]: { ...said, name } })
  expect(agents).toMatchObject({ five: { format: 'claude' }, six: { format: 'cursor', 'x-cursor': { globs: '*.ts' } } })
  expect(skipped).toMatchObject({
    '.claude/agents/empty.md': 'lost: it has no text',
    '.claude/agents/open.md': expect.stringContaining('lost: its front matter is not closed'),
    '.claude/agents/README.md': expect.stringContaining('foreign'),
    'docs/else.md': expect.stringContaining('foreign'),
    'docs/page.md': expect.stringContaining('foreign'),
  })
})

test('a manifest that names neither plugins nor agents hides nothing', async () => {
  const agent = (name: string): string => `---\nname: ${name}\ndescription: Does ${name}.\n---\nDo.\n`
  const { agents, skipped } = await imported({
    '.claude-plugin/marketplace.json': '{"name": "all", "plugins": []}',
    'crew/.claude-plugin/plugin.json': '{"name": "crew"}',
    'crew/writers/a.md': agent('a'),
    'crew/commands/ship.md': agent('ship'),
    'kit/.claude-plugin/plugin.json': '{"name": "kit"}',
    'kit/agents/b.md': agent('b'),
    'kit/docs/c.md': agent('c'),
    'kit/docs/d.md': '---\ntitle: D\n---\n',
    'e.md': agent('e'),
  })
  expect(Object.keys(agents).sort()).toEqual(['a', 'b', 'e'])
  expect(skipped).toMatchObject({
    'crew/commands/ship.md': expect.stringContaining('asked: commands'),
    'kit/docs/c.md': 'lost: no manifest of its plugins names it',
    'kit/docs/d.md': expect.stringContaining('foreign'),
  })
})

test('commands, rules and instructions are agents if they are asked for', async () => {
  const files = {
    '.claude/commands/ship.md': '---\ndescription: Ships it.\n---\nShip.\n',
    '.cursor/rules/style.mdc': bare,
    '.windsurfrules': bare,
    'CLAUDE.md': bare,
    '.github/instructions/tests.instructions.md': bare,
  }
  const without = await imported(files)
  expect(without.agents).toEqual({})
  expect(without.report.left_out.map(({ kind, count }) => [kind, count])).toEqual([
    ['asked', 2],
    ['asked', 2],
    ['asked', 1],
  ])
  const { agents } = await imported(files, { guides: ['commands', 'instructions'] })
  expect(Object.keys(agents).sort()).toEqual(['from-claude', 'ship', 'tests'])
  expect(agents).toMatchObject({ ship: { description: 'Ships it.', format: 'prompt', body: 'Ship.' } })
  const all = await imported(files, { guides: ['rules'] })
  expect(all.agents).toMatchObject({ style: said, from: said })
})

test('agents of Amazon Q, goose and Continue, with their prompts', async () => {
  const recipe = {
    title: 'Soup cook',
    instructions: 'Cook soup.',
    prompt: 'Start.',
    activities: ['message: Hi', 'Cook for 20'],
  }
  const { agents, skipped } = await imported({
    '.amazonq/cli-agents/aws.json':
      '{"description": "Knows clouds.", "prompt": "You know.", "tools": ["fs_read"], "x": 1}',
    '.goose/recipes/soup.yaml': `version: 1.0.0\ntitle: Baker\ndescription: Bakes.\ninstructions: Bake.\nsub_recipes:\n  - name: soup-cook\n`,
    'more/recipes/soup.json': JSON.stringify({ name: 'x', recipe }),
    'recipes/cake.yaml': 'title: Cake\nflour: 300\n',
    '.continue/agents/tester.md': '---\nname: Tester\ndescription: Tests.\nmodel: any\n---\nTest it.\n',
    '.continue/assistants/local.yaml':
      'name: Local\nversion: 1.0.0\nschema: v1\nmodels: []\nrules:\n  - uses: a/b\n  - Be brief.\n  - { name: n, rule: Be kind. }\n',
    '.continue/assistants/bare.yaml': 'name: Bare\nrules: []\n',
    '.goose/recipes/broken.yaml': 'title: [\n',
  })
  expect(agents).toMatchObject({
    aws: { format: 'amazonq', runtime: { tools: ['fs_read'] }, 'x-amazonq': { x: 1 }, body: 'You know.' },
    baker: { format: 'goose', version: '1.0.0', spawns: ['soup-cook'], body: 'Bake.' },
    'soup-cook': { description: 'Cook soup.', triggers: { examples: ['Cook for 20'] }, body: 'Cook soup.\n\nStart.' },
    tester: { format: 'continue', runtime: { model: 'any' }, body: 'Test it.' },
    local: { format: 'continue', description: 'Be brief.', body: 'Be brief.\n\nBe kind.' },
  })
  expect(Object.keys(agents)).toHaveLength(5)
  expect(skipped).toMatchObject({
    '.continue/assistants/bare.yaml': 'lost: it has neither a description nor rules of its own',
    '.goose/recipes/broken.yaml': expect.stringContaining('lost: not valid YAML'),
    'recipes/cake.yaml': expect.stringContaining('foreign'),
  })
})

test('a list of cards gives an agent for each, and says of each other one why', async () => {
  const card = (name: string): object => ({
    name,
    description: `Is ${name}.`,
    url: 'https://a.example/rpc',
    skills: [],
    capabilities: {},
  })
  const files = { 'cards.json': JSON.stringify([card('one'), card('two'), 7, { ...card('x'), name: '' }, card('One')]) }
  const { report, agents } = await imported(files)
  expect(report.skipped.map(({ reason }) => reason)).toEqual([
    'card 3: not a JSON object',
    'card 4: the card has no name',
    'card 5: another one has its id',
  ])
  expect(report.counts).toMatchObject({ seen: 5, imported: 2, left_out: 3 })
  expect(agents).toMatchObject({
    'one-a.example': { source: 'from/cards.json#one-a.example' },
    'two-a.example': { source: 'from/cards.json#two-a.example' },
  })
  expect((await imported(files)).report.counts).toMatchObject({ imported: 0, unchanged: 2 })
})

test('the field prompt of opencode is the prompt: as text, and as a file of the project', async () => {
  const agent = (prompt: string): string => `---\ndescription: Does.\nprompt: "${prompt}"\n---\n`
  const { agents } = await imported({
    '.opencode/agents/a.md': agent('You count.'),
    '.opencode/agents/b.md': agent('{file:../../prompts/b.txt}'),
    '.opencode/agents/c.md': agent('{file:../../../outside.md}'),
    'prompts/b.txt': 'You draw.',
    '../outside.md': 'Not of the project.',
    'opencode.json': JSON.stringify({
      agent: { d: { prompt: 'You sing. Always.' }, e: { description: 'E', prompt: '{file:./prompts/b.txt}' } },
    }),
  })
  expect(agents).toMatchObject({
    a: { body: 'You count.', source: 'from/.opencode/agents/a.md' },
    b: { body: 'You draw.', source: 'from/prompts/b.txt' },
    c: { source: 'from/.opencode/agents/c.md' },
    d: { body: 'You sing. Always.', description: 'You sing. Always.' },
    e: { body: 'You draw.' },
  })
})

test('what is excluded is left out at any depth, and counted', async () => {
  const { agents, report } = await imported(
    {
      '.claude/agents/a.md': bare,
      '.claude/agents/drafts/b.md': bare,
      'x/drafts/.claude/agents/c.md': bare,
      '.claude/agents/d.old.md': bare,
    },
    { exclude: ['drafts/', '*.old.md'] },
  )
  expect(Object.keys(agents)).toEqual(['a'])
  expect(report.left_out).toMatchObject([{ kind: 'asked', reason: 'excluded by a pattern', count: 3 }])
})

test('a file that is half written while it is read leaves its agent as it was, and the next import is right', async () => {
  const whole = '---\nname: a\ndescription: Does a.\n---\nYou do a.\n'
  await imported({ '.claude/agents/a.md': whole })
  for (const length of [0, 10, 30]) {
    const { agents, skipped } = await imported({ '.claude/agents/a.md': whole.slice(0, length) })
    expect(agents).toMatchObject({ a: { description: 'Does a.' } })
    expect(skipped).toMatchObject({ '.claude/agents/a.md': expect.stringContaining('lost') })
  }
  const { report } = await imported({ '.claude/agents/a.md': whole })
  expect(report.counts).toMatchObject({ seen: 1, unchanged: 1 })
})
