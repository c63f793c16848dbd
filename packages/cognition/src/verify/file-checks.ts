import { join } from 'node:path'
import { whenCoded } from '@datacortex/errors'
import { isThere, namesIn, readTextFile } from '@datacortex/platform'
import { type Identity, readIdentity } from '../identity/identity.ts'
import { type ParsedPeers, parsePeers } from '../peers/peer.ts'
import type { MindFiles } from './implementation.ts'
import { type Verdict, no, yes } from './verdict.ts'

export type FileCheck = (files: MindFiles) => Promise<Verdict>

/** Section 1.5: the specification by a path that is there or an address, the identity, and the directive. */
export async function entryPoint({ entries, folder }: MindFiles): Promise<Verdict> {
  const naming = entries.filter(({ text }) => /\bACAS\b|Agent Cognitive Architecture/.test(text))
  const [entry] = naming
  if (entry === undefined) return no(`no entry file names ACAS: looked at ${names(entries.map(({ name }) => name))}`)
  const { name, text } = entry
  if (!/\bidentity\.ya?ml\b/.test(text)) return no(`${name} names no identity.yaml`)
  if (!/\bbootstrap/i.test(text)) return no(`${name} does not ask for the bootstrap flow`)
  const [, named = ''] = /^[-*]?\s*Spec(?:ification)?:\s*`?([^\s`]+)/im.exec(text) ?? []
  if (named === '') return no(`${name} names no specification`)
  if (/^https?:/.test(named)) return yes(`${name}: ${named}, which was not fetched`)
  return (await isThere(join(folder, named)))
    ? yes(`${name}: ${named}`)
    : no(`${name} names ${named}, which is not there`)
}

export async function identityFields({ identity }: MindFiles): Promise<Verdict> {
  const { read, issues } = await identityOf(identity)
  const own = issues.filter((issue) => !isFormat(issue))
  return own.length === 0 ? yes(read === undefined ? '' : `${read.name}, uid ${read.uid}`) : no(own.join('; '))
}

export async function capabilityFormat({ identity }: MindFiles): Promise<Verdict> {
  const { read, issues } = await identityOf(identity)
  const own = issues.every(isFormat) ? issues.filter((issue) => issue.includes('capabilities')) : issues
  return own.length === 0 ? yes(names(read?.capabilities ?? [])) : no(own.join('; '))
}

const isFormat = (issue: string): boolean => issue.includes('<tool>:v<major>')

async function identityOf(file: string): Promise<{ readonly read?: Identity; readonly issues: readonly string[] }> {
  return await readIdentity(file).then(
    (read) => ({ read, issues: [] }),
    whenCoded(({ details }) => ({ issues: details['issues'] as readonly string[] }), 'COGNITION_IDENTITY_INVALID'),
  )
}

/** Section 3.3. */
export async function changelogs({ knowledge }: MindFiles): Promise<Verdict> {
  const found = (await namesIn(knowledge)).filter((name) => name.endsWith('.md'))
  if (found.length === 0) return no(`there is no Markdown file in ${knowledge}`)
  const read = await Promise.all(found.map(async (name) => ({ name, ...(await readTextFile(join(knowledge, name))) })))
  const without = read.filter((one) => !one.ok || !/^##\s+Changelog\s*$/m.test(one.text)).map(({ name }) => name)
  return without.length === 0 ? yes(`${found.length} files`) : no(`no changelog: ${names(without)}`)
}

/** Section 2.1. */
export async function ownPeer(files: MindFiles): Promise<Verdict> {
  const parsed = await registryOf(files)
  if (!parsed.ok) return no(parsed.issues.join('; '))
  const { uid } = await readIdentity(files.identity)
  const has = parsed.peers.some((peer) => peer.uid === uid)
  return has ? yes(`${parsed.peers.length} peers`) : no(`no peer has the uid ${uid}`)
}

/** The registry, which has one name for a uid, one uid for a name, and mentions that lead to their uids. */
export async function registryOf({ peers: file }: MindFiles): Promise<ParsedPeers> {
  const read = await readTextFile(file, { maxBytes: 1_000_000 })
  return read.ok ? await parsePeers(read.text) : { ok: false, issues: [`peers.yaml: ${read.reason}`] }
}

function names(list: readonly string[]): string {
  return list.join(', ') || 'none'
}
