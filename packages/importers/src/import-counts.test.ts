import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { ownPaths, spacePaths } from '@datacortex/platform'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ImportReport, importAgents } from './import-agents.ts'

/** Where each program keeps what it reads, and much that only lies about; `*` is a name. */
const places = `.claude/agents/*.md .claude/agents/team/*.md .claude/commands/*.md .claude/skills/*/SKILL.md skills/*.md
  skills/x/SKILL.md skills/x/notes.md .github/agents/*.agent.md .github/chatmodes/*.chatmode.md .cursor/agents/*.md .mdc/*.mdc
  .cursor/rules/*.mdc .cursorrules .codex/agents/*.toml .gemini/agents/*.md .opencode/agents/*.md .config/opencode/agent/*.md
  opencode.json .kiro/agents/*.json .kiro/steering/*.md .amazonq/cli-agents/*.json .goose/recipes/*.yaml
  .continue/agents/*.md .continue/assistants/*.yaml .roomodes agents.yaml cards/*.json agent-card.json agents/*.md docs/*.md
  plugin/.claude-plugin/plugin.json plugin/agents/*.md plugin/commands/*.md plugin/docs/*.md .claude-plugin/marketplace.json
  README.md AGENTS.md CLAUDE.md package.json src/*.ts logo.png recipes/*.yaml a/b/c/*.txt`.split(/\s+/)

const agent = (name: string): string => `---\nname: ${name}\ndescription: Does ${name}.\n---\nYou do it.\n`
const card = (name: string): object => ({
  name,
  description: 'A card.',
  url: 'https://a.example',
  skills: [],
  capabilities: {},
})
const texts = (name: string): readonly string[] => [
  agent(name),
  agent('pilot'),
  '',
  '# Heading\n\nA paragraph.\n',
  '---\nname: open\n',
  '---\ntitle: Something\n---\nText.\n',
  '---\ndescription: >\n  Only: this\n---\n',
  JSON.stringify(card(name)),
  JSON.stringify([card(name), card('two'), 7, card('two')]),
  JSON.stringify({ agent: { a: { description: 'A' }, b: {}, A: { description: 'B', prompt: '{file:docs/one.md}' } } }),
  JSON.stringify({ name, description: 'Said.', prompt: 'Do.' }),
  JSON.stringify({ name: 'p', plugins: [] }),
  JSON.stringify({ plugins: [{ name: 'p', source: './plugin' }, { name: 'gone', source: './gone' }, 5] }),
  `title: ${name}\ndescription: Cooks.\ninstructions: Cook.\n`,
  `name: ${name}\nrules: [Be brief., { uses: x }]\n`,
  'customModes:\n  - slug: a\n    roleDefinition: You are.\n  - 7\n',
  'version: 2.0.0\nagents:\n  a:\n    description: A\n    source: docs/one.md\n  b: {}\n',
  `name = "${name}"\ndescription = "b"\ndeveloper_instructions = "c"\n`,
  '\u0000\u0001',
  'caf\u00e9',
]

type Tree = ReadonlyMap<string, string>

const names = fc.constantFrom('one', 'One', 'two', 'pilot', 'Pilot', 'ünï')
const file = fc.record({ place: fc.constantFrom(...places), name: names, text: fc.nat() })
const links = fc.array(fc.record({ from: fc.nat(), to: fc.nat() }), { maxLength: 4 })

async function write(root: string, files: Tree, linked: readonly { from: number; to: number }[]): Promise<void> {
  for (const [path, text] of files) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  const targets = [...[...files.keys()].flatMap((path) => [path, dirname(path)]), 'nowhere', '.']
  for (const [index, { from, to }] of linked.entries()) {
    const folder = dirname([...files.keys()][from % files.size] ?? '.')
    await symlink(join(root, targets[to % targets.length] ?? '.'), join(root, folder, `link-${index}.md`))
  }
}

/** All names below a folder, links to folders as themselves; the test's own walk. */
function walk(folder: string, path = ''): readonly string[] {
  return readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
    const below = join(path, entry.name)
    return entry.isDirectory() ? walk(folder, below) : [below]
  })
}

/** Each file counts as often as it gives agents or reasons; what is read by another path is one of its folders or links. */
function seenIn(root: string, report: ImportReport, linked: boolean): number {
  const registered = [...report.imported, ...report.updated, ...report.unchanged].map(({ path }) => path)
  const paths = [...registered, ...report.skipped.map(({ path }) => path)]
  const reported = new Set(paths)
  const found = walk(root).map((path) => join(root, path))
  const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  const isCounted = (path: string): boolean =>
    reported.has(path) || (path.length > root.length && isCounted(dirname(path))) || isFolder(path)
  expect(found.filter((path) => !isCounted(path))).toEqual([])
  // Without links what the report names is what the walk found, and only lists of agents are named more than once.
  const lists = linked ? [] : paths.filter((path, index) => paths.indexOf(path) !== index)
  expect(lists.filter((path) => !/(?:\.ya?ml|\.json|\.roomodes)$/.test(path))).toEqual([])
  expect(linked ? [] : [...reported].sort()).toEqual(linked ? [] : found.toSorted())
  const folders = found.filter(isFolder)
  const isThere = (path: string): boolean =>
    found.some((one) => one === path || one.startsWith(`${path}/`)) || folders.some((one) => path.startsWith(`${one}/`))
  expect([...reported].filter((path) => !isThere(path))).toEqual([])
  return linked ? paths.length : found.length + lists.length
}

test('whatever lies in a folder is counted once: seen is what was registered and what was left out', async () => {
  const kinds = new Set<string>()
  const tree = fc.array(file, { minLength: 1, maxLength: 25 })
  const guides = fc.subarray(['commands', 'rules', 'instructions'] as const)
  await fc.assert(
    fc.asyncProperty(
      tree,
      links,
      guides,
      fc.constantFrom([], ['docs'], ['*.json']),
      async (made, linked, asked, exclude) => {
        const folder = mkdtempSync(join(tmpdir(), 'import-counts-'))
        try {
          const files = new Map(
            made.map(({ place, name, text }) => {
              const contents = texts(name)
              return [place.replaceAll('*', name), contents[text % contents.length] ?? ''] as const
            }),
          )
          const root = join(folder, 'tree')
          await write(root, files, linked)
          const paths = ownPaths(spacePaths(join(folder, 'space')))
          await mkdir(paths.datacore, { recursive: true })
          for (const round of ['first', 'again']) {
            const report = await importAgents(paths, [root], { guides: asked, exclude })
            const { seen, ...parts } = report.counts
            expect(seen, round).toBe(seenIn(root, report, linked.length > 0))
            expect(report.seen).toBe(seen)
            expect(Object.values(parts).reduce((sum, one) => sum + one, 0)).toBe(seen)
            expect(report.skipped).toHaveLength(parts.left_out)
            expect(report.left_out.reduce((sum, group) => sum + group.count, 0)).toBe(parts.left_out)
            const order = ['lost', 'asked', 'link', 'foreign']
            const ranks = report.skipped.map(({ kind }) => order.indexOf(kind ?? 'lost'))
            expect(ranks).toEqual(ranks.toSorted((one, other) => one - other))
            expect(round === 'again' ? parts.imported : 0).toBe(0)
            for (const { kind } of report.skipped) kinds.add(kind ?? 'lost')
            for (const [name, size] of Object.entries(parts)) if (size > 0) kinds.add(name)
          }
        } finally {
          rmSync(folder, { recursive: true })
        }
      },
    ),
    { numRuns: 60 },
  )
  expect([...kinds].sort()).toEqual(
    ['asked', 'conflicts', 'foreign', 'imported', 'left_out', 'link', 'lost', 'unchanged'].sort(),
  )
})

test('ten thousand files and names that differ by case are all taken, each once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'import-many-'))
  try {
    const paths = ownPaths(spacePaths(join(folder, 'space')))
    await mkdir(paths.datacore, { recursive: true })
    for (let number = 0; number < 100; number += 1) {
      await mkdir(join(folder, `tree/${number}/agents`), { recursive: true })
      const files = Array.from({ length: 99 }, (_, index) => [`notes-${index}.txt`, 'x'] as const)
      for (const [name, text] of [...files, [`Agent-${number}.md`, agent(`agent-${number}`)] as const])
        await writeFile(join(folder, `tree/${number}/agents`, name), text)
    }
    await writeFile(join(folder, 'tree/agent-0.md'), agent('Agent-0'))
    const report = await importAgents(paths, [join(folder, 'tree')])
    expect(report.counts).toEqual({
      seen: 10_001,
      imported: 100,
      updated: 0,
      unchanged: 0,
      conflicts: 1,
      left_out: 9900,
    })
    expect(report.left_out).toMatchObject([{ kind: 'foreign', count: 9900 }])
    expect(new Set(report.imported.map(({ id }) => id)).size).toBe(101)
    expect(basename(report.imported.at(-1)?.path ?? '')).toBe('agent-0.md')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
