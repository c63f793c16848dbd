import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { isFolder, ifRefused } from '@datacortex/platform'
import { moduleError } from '../errors.ts'

/** Where a module comes from: `spec` as it was given, `resolved` the exact commit or version. */
export type ModuleOrigin = z.infer<typeof ModuleOriginSchema>

export const ModuleOriginSchema = z
  .object({ kind: z.enum(['folder', 'tarball', 'git', 'npm']), spec: z.string(), resolved: z.string().optional() })
  .readonly()

/** A spec that was understood; `path` of an npm package is where nothing was. */
export type ModuleSpec =
  | { readonly kind: 'folder' | 'tarball'; readonly spec: string; readonly path: string }
  | { readonly kind: 'git'; readonly spec: string; readonly url: string; readonly ref?: string | undefined }
  | { readonly kind: 'npm'; readonly spec: string; readonly package: string; readonly path: string }

const npmName = /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*(?:@[\w.^~<>=*+-]+)?$/
const gitUrl = /^(?:https|ssh|git|file):\/\/|^[\w.-]+@(?!file:|npm:|ext:)[\w.-]+:(?!\/\/|:)/
const archiveName = /\.(?:tgz|tar\.gz)$/

/** Understands what to install: something that exists on disk wins, then git URLs, then npm names. */
export async function parseModuleSpec(
  spec: string,
  { directory, root }: { readonly directory: string; readonly root: string },
): Promise<ModuleSpec> {
  const refuse = (reason: string): never => {
    throw moduleError('MODULE_SPEC_INVALID', { spec, reason })
  }
  if (spec.trim() === '') refuse('it is empty')
  // git and npm would take it for an option.
  if (spec.startsWith('-')) refuse('it begins with a hyphen')
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f]/.test(spec)) refuse('it has control characters')
  const git = gitSpec(spec)
  if (git !== undefined) return git
  if (/^[\w+.-]+::?\/?\/?/.test(spec) && /^[a-z][\w+.-]+:/i.test(spec) && !/^[a-z]:[\\/]/i.test(spec))
    refuse('only https, ssh, git and file addresses of git repositories are fetched')
  const ofSpace = resolve(root, spec)
  const isOfSpace = /^(?:\.\/)?\.datacore\/modules\/[^/.][^/]*\/?$/.test(spec) && (await isFolder(ofSpace))
  const path = isOfSpace ? ofSpace : resolve(directory, spec.startsWith('~/') ? join(homedir(), spec.slice(2)) : spec)
  const found = await stat(path).catch(ifRefused(undefined))
  if (found?.isDirectory()) return { kind: 'folder', spec, path }
  if (found?.isFile()) {
    return archiveName.test(spec) ? { kind: 'tarball', spec, path } : refuse('it is neither a folder nor a .tgz file')
  }
  if (/^[.~/\\]/.test(spec) || archiveName.test(spec)) refuse(`there is nothing at ${path}`)
  return npmName.test(spec)
    ? { kind: 'npm', spec, package: spec, path }
    : refuse(`there is nothing at ${path}, and it can't be the name of an npm package`)
}

function gitSpec(spec: string): ModuleSpec | undefined {
  const plain = spec.replace(/^git\+(?=(?:https|ssh|file):\/\/)/, '')
  if (!gitUrl.test(plain)) return undefined
  const [url = '', ref] = plain.split('#', 2)
  // A host that begins with a hyphen would be an option of ssh.
  if (ref?.startsWith('-') || /^\w+:\/\/-|@-/.test(url))
    throw moduleError('MODULE_SPEC_INVALID', { spec, reason: 'a part of it begins with a hyphen' })
  return { kind: 'git', spec, url, ref }
}
