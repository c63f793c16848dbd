import { dirname, join, relative } from 'node:path'
import { lstat } from 'node:fs/promises'
import { type Finding, warningFinding } from '@datacortex/errors'
import {
  type SpacePaths,
  ifMissing,
  isFolder,
  isThere,
  jsonOf,
  makeFolder,
  move,
  namesIn,
  readTextFile,
  shellWord,
  withLock,
  writeFileAtomically,
} from '@datacortex/platform'
import { type Registry, currentId } from '@datacortex/registry'
import { z } from 'zod'
import { dynamicError } from './errors.ts'
import { type Reference, idsIn, readReference, recipesFolder, recipesLock, rootFolder } from './place.ts'
import { readSpent } from './spending.ts'

/** What was taken out in one go. */
export type Trashed = { readonly run: string; readonly removed: readonly string[] }

const Manifest = z.object({ at: z.string(), items: z.array(z.string()) })

type Found = Pick<Reference, 'root'> & { readonly folder: string; readonly id: string }

/**
 * Where an agent lies, also one that can't be made, or whose parent is gone; undefined if it is nowhere.
 * @example (await findRecipe(paths, 'architect/solver', registry))?.folder
 */
export async function findRecipe(paths: SpacePaths, path: string, registry: Registry): Promise<Found | undefined> {
  const [first = '', ...rest] = path.split('/')
  const { root, roots, below } = readReference(registry, path) ?? { root: first, roots: [first], below: rest }
  const id = below.at(-1)?.normalize('NFC')
  for (const top of id === undefined ? [] : roots) {
    const folder = join(rootFolder(paths, top), ...below.slice(0, -1))
    const spelled = (await idsIn(folder)).find((one) => one.normalize('NFC') === id)
    if (spelled !== undefined) return { root, folder, id: spelled }
  }
  return undefined
}

/**
 * The dynamic agents below another one, by their paths, however deep.
 * @example await pathsBelow(paths, 'architect', registry) // ['architect/solver']
 */
export async function pathsBelow(paths: SpacePaths, path: string, registry: Registry): Promise<readonly string[]> {
  const found = await findRecipe(paths, path, registry)
  const folders = found === undefined ? foldersOf(paths, path, registry) : [join(found.folder, found.id)]
  return (await Promise.all(folders.map(async (folder) => await idsBelow(folder, path)))).flat()
}

/** Where recipes of an agent of the registry may lie: under its present id, and under former ones. */
function foldersOf(paths: SpacePaths, id: string, registry: Registry): readonly string[] {
  const ids = new Set([id, ...[...registry.agents.keys()].filter((one) => currentId(registry, one) === id)])
  return [...ids].map((root) => rootFolder(paths, root))
}

async function idsBelow(folder: string, path: string): Promise<readonly string[]> {
  const ids = await idsIn(folder)
  const below = await Promise.all(
    ids.map(async (id) => [`${path}/${id}`, ...(await idsBelow(join(folder, id), `${path}/${id}`))]),
  )
  return below.flat()
}

/**
 * Takes dynamic agents out with all below them; `restoreTrashed` brings them back.
 *
 * @param wanted - Paths, or ids of agents of the registry, all of whose children are meant.
 * @returns Undefined if there was nothing to take out.
 * @throws `DYNAMIC_IN_USE`; nothing is removed then.
 * @example await removeDynamic(paths, ['architect/math_solver'], { registry, run: 'dynamic-1' })
 */
export async function removeDynamic(
  paths: SpacePaths,
  wanted: readonly string[],
  { registry, run, now = Date.now }: { registry: Registry; run: string; now?: (() => number) | undefined },
): Promise<Trashed | undefined> {
  const trash = join(trashFolder(paths), run)
  const roots = new Set<string>()
  for (const path of wanted) roots.add((await findRecipe(paths, path, registry))?.root ?? path)
  return await holding([...roots].toSorted(), paths, async () => {
    const removed = new Set<string>()
    const items = new Set<string>()
    for (const path of wanted) {
      const found = await findRecipe(paths, path, registry)
      for (const { folder, id } of found === undefined ? await topsOf(paths, path, registry) : [found]) {
        const { active } = await readSpent(join(folder, `${id}.spent.json`))
        const agent = found === undefined ? `${path}/${id}` : path
        if (active.length > 0)
          throw dynamicError('DYNAMIC_IN_USE', { agent, users: active.map((one) => one.id).join(', ') })
        for (const name of [`${id}.yaml`, `${id}.spent.json`, id])
          items.add(relative(recipesFolder(paths), join(folder, name)))
        removed.add(agent)
      }
      for (const below of await pathsBelow(paths, path, registry)) removed.add(below)
    }
    if (items.size === 0) return undefined
    const known = await manifestOf(trash)
    const manifest = { at: new Date(now()).toISOString(), items: [...(known?.items ?? []), ...items] }
    await writeFileAtomically(join(trash, 'manifest.json'), `${JSON.stringify(manifest)}\n`)
    for (const item of items) await moveIfThere(join(recipesFolder(paths), item), join(trash, item))
    return { run, removed: [...removed] }
  })
}

/** With the locks of several agents of the registry, always in one order. */
async function holding<T>([first, ...rest]: readonly string[], paths: SpacePaths, run: () => Promise<T>): Promise<T> {
  if (first === undefined) return await run()
  return await withLock(recipesLock(paths, first), async () => await holding(rest, paths, run))
}

async function topsOf(paths: SpacePaths, id: string, registry: Registry) {
  const tops = foldersOf(paths, id, registry).map(async (folder) =>
    (await idsIn(folder)).map((one) => ({ folder, id: one })),
  )
  return (await Promise.all(tops)).flat()
}

/**
 * Brings back what one removal took out; what has its place by now stays in the trash.
 * @returns Undefined if there is no such removal.
 * @example await restoreTrashed(paths, 'dynamic-1f2e3d4c')
 */
export async function restoreTrashed(paths: SpacePaths, run: string, { dryRun = false }: { dryRun?: boolean } = {}) {
  if (!/^dynamic-[\w-]+$/.test(run)) return undefined
  const trash = join(trashFolder(paths), run)
  const manifest = await manifestOf(trash)
  if (manifest === undefined) return undefined
  const restored: string[] = []
  const kept: { path: string; reason: string }[] = []
  for (const item of manifest.items) {
    const place = join(recipesFolder(paths), item)
    if ((await lstat(join(trash, item)).catch(ifMissing(undefined))) === undefined) continue
    const path = relative(paths.root, place)
    if (await isThere(place)) kept.push({ path, reason: 'there is something else by now' })
    else if (!dryRun) await moveIfThere(join(trash, item), place)
    if (kept.at(-1)?.path !== path) restored.push(path)
  }
  return { restored, kept }
}

function trashFolder({ stateDirectory }: SpacePaths): string {
  return join(stateDirectory, 'trash')
}

async function manifestOf(folder: string): Promise<z.infer<typeof Manifest> | undefined> {
  const read = await readTextFile(join(folder, 'manifest.json'))
  return Manifest.safeParse(read.ok ? jsonOf(read.text) : undefined).data
}

async function moveIfThere(from: string, to: string): Promise<void> {
  if ((await lstat(from).catch(ifMissing(undefined))) === undefined) return
  await makeFolder(dirname(to))
  await move(from, to)
}

/**
 * Recipes whose agent of the registry, or whose own parent, is gone.
 * @example const findings = await findOrphans(paths, registry)
 */
export async function findOrphans(paths: SpacePaths, registry: Registry): Promise<readonly Finding[]> {
  const folders = new Map([...registry.agents.keys()].map((id) => [rootFolder(paths, id), id]))
  const findings: Finding[] = []
  const walk = async (folder: string, path: string): Promise<void> => {
    const ids = await idsIn(folder)
    for (const name of await namesIn(folder)) {
      const inner = join(folder, name)
      if (!(await isFolder(inner))) continue
      const isKnown =
        path === ''
          ? folders.has(inner) && currentId(registry, folders.get(inner) ?? '') !== undefined
          : ids.includes(name)
      const own = path === '' ? name : `${path}/${name}`
      const lost = isKnown ? [] : await idsBelow(inner, own)
      if (lost.length > 0)
        findings.push(
          warningFinding('DYNAMIC_ORPHAN', own, {
            message: `${own} is gone, and these dynamic agents are left of it: ${lost.slice(0, 12).join(', ')}. Nobody can run them.`,
            hint: `Bring ${own} back, or: datacortex agent remove ${lost
              .filter((one) => one.split('/').length === own.split('/').length + 1)
              .map(shellWord)
              .join(' ')}`,
          }),
        )
      if (isKnown) await walk(inner, own)
    }
  }
  await walk(recipesFolder(paths), '')
  return findings
}
