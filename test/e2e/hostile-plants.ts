import { execFileSync } from 'node:child_process'
import { link, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** What a hostile space is aimed at: a folder of its user's outside of it, and a server on this machine. */
export type Target = { readonly canary: string; readonly url: string }

/** Makes an ordinary space a hostile one. */
export type Plant = (root: string, target: Target) => Promise<void>

export const api = {
  type: 'api',
  tool: 'x',
  layers: ['search'],
  content_type: 'documents',
  enabled: true,
  always_available: true,
}

export function linked(kind: 'folder' | 'file', places: readonly string[]): Readonly<Record<string, Plant>> {
  return Object.fromEntries(
    places.map((path): [string, Plant] => [
      `${path} is a link to a ${kind} outside`,
      async (root, { canary }) => {
        await rm(join(root, path), { recursive: true, force: true })
        await linkTo(kind === 'folder' ? canary : join(canary, 'a.md'), join(root, path))
      },
    ]),
  )
}

type Made<Value> = Readonly<Record<string, (target: Target) => Value>>

export function plantedSettings(made: Made<object>): Readonly<Record<string, Plant>> {
  const planted = Object.entries(made).map(([name, of]): [string, Plant] => [
    `settings: ${name}`,
    async (root, target) => await plant(root, '.datacore/settings.yaml', JSON.stringify(of(target))),
  ])
  return Object.fromEntries(planted)
}

export function plantedSources(made: Made<object>): Readonly<Record<string, Plant>> {
  const planted = Object.entries(made).map(([name, of]): [string, Plant] => [
    `sources: ${name}`,
    async (root, target) => {
      await plant(root, '.datacore/registry/sources.yaml', JSON.stringify({ sources: { evil: of(target) } }))
      await plant(
        root,
        '.datacore/settings.yaml',
        JSON.stringify({ network: { allow_private: [new URL(target.url).host] } }),
      )
    },
  ])
  return Object.fromEntries(planted)
}

export type Agents = Readonly<Record<string, object>>

export async function plantAgents(root: string, agents: Agents): Promise<void> {
  const entries = Object.entries(agents).map(([id, more]) => [
    id,
    { name: id, description: 'Knows tides.', skills: [], ...more },
  ])
  await plant(root, '.datacore/registry/agents.yaml', JSON.stringify({ agents: Object.fromEntries(entries) }))
}

export async function plantModule(folder: string, canary: string): Promise<void> {
  const manifest = `name: evil\nversion: 1.0.0\ndescription: Evil.\nprovides: {hooks: [pre_search, post_extract, pre_run], sources: {evil: ${JSON.stringify(api)}}}\n`
  const code = `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(join(canary, 'a.md'))}, 'ran')\nexport default {}\n`
  await plant(folder, 'module.yaml', manifest)
  await plant(
    folder,
    'package.json',
    JSON.stringify({
      name: 'evil',
      version: '1.0.0',
      type: 'module',
      exports: './index.js',
      keywords: ['datacortex-plugin'],
      scripts: { postinstall: 'node index.js' },
    }),
  )
  await plant(folder, 'index.js', code)
}

export async function plant(root: string, path: string, text: string): Promise<void> {
  const file = join(root, path)
  await mkdir(dirname(file), { recursive: true })
  await rm(file, { recursive: true, force: true })
  await writeFile(file, text)
}

export async function linkTo(target: string, path: string): Promise<void> {
  await rm(path, { recursive: true, force: true })
  await mkdir(dirname(path), { recursive: true })
  await symlink(target, path)
}

export async function hardLink(target: string, path: string): Promise<void> {
  await rm(path, { recursive: true, force: true })
  await mkdir(dirname(path), { recursive: true })
  await link(target, path)
}

export async function pipe(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true })
  await mkdir(dirname(path), { recursive: true })
  execFileSync('mkfifo', [path])
}
