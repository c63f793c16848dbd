import type { FoundOrigin } from '@datacortex/directory'
import { withoutUndefined } from '@datacortex/errors'
import { type SpacePaths, sha256 } from '@datacortex/platform'
import { type AgentEntry, sourcePath } from '@datacortex/registry'
import { join } from 'node:path'
import type { AgentOrigin } from './origin-of.ts'

/** What is made of a record under an id: its prompt as a file, and an entry that grants nothing of what it asks for. */
export function publishedEntry(
  paths: SpacePaths,
  { record, directory }: Pick<FoundOrigin, 'record' | 'directory'>,
  { id, now }: { readonly id: string; readonly now: number },
) {
  const { name, description, version, skills = [], tags = [], tools = [], instructions } = record
  const file = join(paths.agentsDirectory, `${id}.md`)
  const said = [description, ...(skills.length === 0 ? [] : ['', ...skills.map((skill) => `- ${skill}`)])].join('\n')
  const head = ['---', `name: ${JSON.stringify(name)}`, `description: ${JSON.stringify(description)}`, '---', '']
  const text = [...head, (instructions ?? said).trim(), ''].join('\n')
  const origin = {
    id: record.id,
    directory,
    author: record.author,
    version,
    published_at: record.publishedAt,
    hints: record.hints,
    tools: tools.length === 0 ? undefined : tools,
    hash: record.hash,
    file_sha256: sha256(text),
    imported_at: new Date(now).toISOString(),
  } satisfies AgentOrigin
  const ids = new Set<string>()
  const skillId = (title: string): string => {
    const plain =
      title
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-')
        .replaceAll(/^-+|-+$/g, '')
        .slice(0, 60) || 'skill'
    let free = plain
    for (let turn = 2; ids.has(free); turn += 1) free = `${plain}-${turn}`
    ids.add(free)
    return free
  }
  const entry = withoutUndefined({
    name,
    description,
    version,
    source: sourcePath(paths, file),
    sha256: sha256(text),
    skills: skills.map((skill) => {
      const [title = skill] = skill.split(': ', 1)
      return { id: skillId(title), name: title, description: skill, tags }
    }),
    'x-origin': withoutUndefined(origin),
  }) as AgentEntry
  return { file, text, entry }
}
