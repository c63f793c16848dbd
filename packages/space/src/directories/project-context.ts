import { recordOf, jsonOf, readTextFile } from '@datacortex/platform'
import { oneLine } from '@datacortex/text'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readNotes } from '../notes/read-notes.ts'
import { recentNotes } from '../notes/recent-notes.ts'
import type { Work } from '../work.ts'

/** Something that shows what is worked on, in the words that agents are looked for with. */
export type Clue = {
  readonly kind: 'task' | 'note' | 'project'
  /** Where it stands. */
  readonly path: string
  readonly text: string
}

const mostTasks = 8
const mostNotes = 5
const mostRead = 30
const longest = 300

/** Open tasks and recent notes of a space, or of one folder of it, and what the project is made with. */
export async function projectContext(work: Work, folder?: string): Promise<readonly Clue[]> {
  const inside = folder === undefined ? '' : `${folder.replace(/\/+$/, '')}/`
  const { notes } = await recentNotes.run(work, { top: 200 })
  const recent = notes.filter(({ path }) => path.startsWith(inside)).slice(0, mostRead)
  const read = recent.length === 0 ? [] : (await readNotes.run(work, { notes: recent.map(({ path }) => path) })).notes
  const tasks = read.flatMap(({ path, text }) =>
    openTasks(text).map((task): Clue => ({ kind: 'task', path, text: task })),
  )
  const titles = recent
    .filter(({ title }) => title.trim() !== '')
    .map(({ path, title }): Clue => ({ kind: 'note', path, text: oneLine(title).slice(0, longest) }))
  return [...tasks.slice(0, mostTasks), ...titles.slice(0, mostNotes), ...(await projectClues(work.paths.root))]
}

/** Tasks that are not done, in Markdown and org. */
export function openTasks(text: string): readonly string[] {
  const found = [...text.matchAll(/^[ \t]*(?:[-*+] \[ \]|\*+ (?:TODO|NEXT|STARTED|WAITING)) +(.+)$/gm)]
  return found.map(([, task = '']) =>
    oneLine(task.replace(/\[#[A-Z]\] *|[ \t]+:[\w@:]+:[ \t]*$/g, '')).slice(0, longest),
  )
}

/** What files at the root of a project say that it is made with. */
const signs: readonly (readonly [RegExp, string])[] = [
  [/^tsconfig.*\.json$/, 'TypeScript'],
  [/^package\.json$/, 'JavaScript and npm packages'],
  [/^(?:pyproject\.toml|requirements.*\.txt|setup\.py)$/, 'Python'],
  [/^Cargo\.toml$/, 'Rust'],
  [/^go\.mod$/, 'Go'],
  [/^(?:pom\.xml|build\.gradle.*)$/, 'Java'],
  [/^Gemfile$/, 'Ruby'],
  [/^composer\.json$/, 'PHP'],
  [/^(?:Dockerfile|(?:docker-)?compose\.ya?ml)$/, 'Docker containers'],
  [/\.tf$/, 'Terraform infrastructure'],
  [/^(?:foundry\.toml|hardhat\.config\..+)$/, 'Solidity smart contracts'],
  [/^(?:Chart\.yaml|kustomization\.ya?ml)$/, 'Kubernetes'],
]

async function projectClues(root: string): Promise<readonly Clue[]> {
  const names = (await readdir(root)).toSorted()
  const found = signs.flatMap(([pattern, what]) => {
    const path = names.find((name) => pattern.test(name))
    return path === undefined ? [] : [{ kind: 'project' as const, path, text: `Works on a project with ${what}` }]
  })
  if (!names.includes('package.json')) return found
  const read = await readTextFile(join(root, 'package.json'), { maxBytes: 1_000_000 })
  const { dependencies, devDependencies } = recordOf(jsonOf(read.ok ? read.text : ''))
  const tools = Object.keys({ ...recordOf(dependencies), ...recordOf(devDependencies) }).slice(0, 12)
  if (tools.length === 0) return found
  return [...found, { kind: 'project', path: 'package.json', text: `Works with ${tools.join(', ')}`.slice(0, longest) }]
}
