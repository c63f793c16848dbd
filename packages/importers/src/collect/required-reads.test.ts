import { mkdtempSync } from 'node:fs'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type SpacePaths, ownPaths, spacePaths } from '@datacortex/platform'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Collection, collectAgents } from './collect-agents.ts'

let root: string
let paths: SpacePaths

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'required-reads-'))
  paths = ownPaths(spacePaths(join(root, 'space')))
  await mkdir(paths.datacore, { recursive: true })
})
afterEach(async () => {
  await rm(root, { recursive: true, force: true })
})

async function put(path: string, text = '---\nname: a\ndescription: b\n---\n'): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

const skill = (body: string): string => `---\nname: s\ndescription: d\n---\n${body}`
const requiredOf = ({ agents }: Collection): readonly unknown[] => agents.map(({ entry }) => entry.reads?.required)
const collect = async (...from: readonly string[]): Promise<Collection> =>
  await collectAgents(
    from.map((path) => join(root, path)),
    { paths, format: 'auto' },
  )

test('an AGENTS.md outside the space is left out and told once; one inside is named as contexts read it', async () => {
  for (const place of ['pkg', 'space']) {
    await put(`${place}/AGENTS.md`, 'Rules.')
    for (const name of ['a', 'b']) await put(`${place}/.claude/agents/${name}.md`)
  }
  const outside = await collect('pkg')
  expect(requiredOf(outside)).toEqual([undefined, undefined])
  expect(outside.findings).toEqual([
    expect.objectContaining({ code: 'IMPORT_READ_LEFT_OUT', subject: join(root, 'pkg', 'AGENTS.md') }),
  ])
  await symlink(join(root, 'space'), join(root, 'link'))
  for (const place of ['space', 'link']) {
    const inside = await collect(place)
    expect(requiredOf(inside)).toEqual([['AGENTS.md'], ['AGENTS.md']])
    expect(inside.findings).toEqual([])
  }
})

test('texts of its folder that a skill links to are read with it', async () => {
  await put('other.md', 'x')
  const folder = 'space/.claude/skills/s'
  await put(`${folder}/references/maps.md`, 'x')
  await put(`${folder}/references/big map.md`, 'x')
  await put(`${folder}/run.sh`, 'x')
  await symlink(join(root, 'other.md'), join(root, folder, 'link.md'))
  const links =
    '[a](references/maps.md) [a](./references/maps.md#part) [b](<references/big%20map.md>) [c](gone.md) [d](run.sh) [e](link.md)' +
    ' [f](../../../../other.md) [g](https://a.example/b.md) [h](/etc/x.md) [i](references) [j](%zz.md) ![k](k.png)'
  await put(`${folder}/SKILL.md`, skill(links))
  const { agents, findings } = await collect('space')
  expect(agents.map(({ entry }) => entry.reads)).toEqual([
    { required: ['.claude/skills/s/references/maps.md', '.claude/skills/s/references/big map.md'] },
  ])
  expect(findings).toEqual([])
})

test('of very many links some are read', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `r${index}.md`)
  for (const name of names) await put(`space/s/${name}`, 'x')
  await put('space/s/SKILL.md', skill(names.map((name) => `[x](${name})`).join('\n')))
  expect((await collect('space')).agents[0]?.entry.reads?.required).toHaveLength(20)
})

test('an agent that is imported alone reads the same AGENTS.md of the space as with its folder', async () => {
  await put('space/AGENTS.md', 'Rules.')
  await put('space/project/AGENTS.md', 'Nearer rules.')
  for (const name of ['project/.claude/agents/a', 'team/b']) await put(`space/${name}.md`)
  expect(requiredOf(await collect('space'))).toEqual([['project/AGENTS.md'], ['AGENTS.md']])
  for (const place of ['space/project/.claude/agents/a.md', 'space/project/.claude'])
    expect(requiredOf(await collect(place))).toEqual([['project/AGENTS.md']])
  expect(requiredOf(await collect('space/team/b.md'))).toEqual([['AGENTS.md']])
})
