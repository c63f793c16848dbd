import { join } from 'node:path'
import { ifCoded } from '@datacortex/errors'
import { isRecord, readKeptJson, sha256, writeKeptJson } from '@datacortex/platform'
import { withAllDynamic } from '../dynamic/catalogue-with.ts'
import { spaceStamp, stampOf } from '../parts/space-stamp.ts'
import type { Work } from '../work.ts'

type Noting = Pick<Work, 'paths' | 'catalogue' | 'bundledDirectory'>

/** Before these the versions of agents are noted: they tell of agents, or run them. */
export const noting: ReadonlySet<string> = new Set(
  'find route index doctor run context agents.list agents.show components.list components.show'.split(' '),
)

/** Notes which versions agents are of by their components, which a module may bring, change or take away. */
export async function noteVersions(work: Noting): Promise<void> {
  // Where it can't be noted, what was asked for is done all the same.
  await keep(work).catch(ifCoded(undefined))
}

async function keep(work: Noting): Promise<void> {
  const { keepVersions } = await import('@datacortex/execution')
  await keepVersions(work.paths, await withAllDynamic(work))
}

/** The same where a file that decides them changed since somebody looked, by whatever hand; else only times and sizes are looked at. */
export async function noteChangedVersions(work: Noting): Promise<void> {
  const { paths, bundledDirectory } = work
  const file = join(paths.cacheDirectory, 'agent-versions.json')
  const key = sha256(spaceStamp(paths, { bundledDirectory }))
  const seen = await readKeptJson(file, key)
  if (isRecord(seen) && Object.entries(seen).every(([at, stamp]) => stampOf(at) === stamp)) return
  const note = async (): Promise<void> => {
    const { registry, modules } = await work.catalogue()
    const composed = [...registry.agents.values()].flatMap(({ composition }) => composition ?? [])
    // Nothing is loaded for the many spaces whose agents have no components; those that they made have none either.
    const { promptFile } = composed.length === 0 ? { promptFile: undefined } : await import('@datacortex/importers')
    const parts = composed.flatMap((one) => one.parts).filter(({ kind }) => kind === 'prompt')
    const texts = parts.flatMap((part) => promptFile?.(paths, part) ?? [])
    const ofNpm = modules.modules.filter(({ origin }) => origin === 'npm')
    const manifests = ofNpm.map(({ directory }) => join(directory, 'module.yaml'))
    // Taken before the texts are read, so that a change meanwhile is noticed by the next one.
    const stamps = Object.fromEntries([...texts, ...manifests].map((at) => [at, stampOf(at)]))
    if (composed.length > 0) await keep(work)
    await writeKeptJson(file, key, stamps)
  }
  await note().catch(ifCoded(undefined))
}
