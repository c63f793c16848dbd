import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CodedError, redact, thrownText } from '@datacortex/errors'
import { checkOut, foldedName, inTemporaryFolder, patientLimit, runProgram } from '@datacortex/platform'
import type { OnProgress } from '@datacortex/platform'
import { moduleError } from '../errors.ts'
import type { ModuleFiles, ModuleLimits } from '../contents/module-files.ts'
import type { ModuleOrigin, ModuleSpec } from './module-spec.ts'
import { readModuleArchive, readModuleFolder } from './read-module-files.ts'

export type FetchModuleOptions = {
  readonly limits?: ModuleLimits | undefined
  /** For git and npm; 120,000 if absent. */
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: OnProgress | undefined
}

export type FetchedModule = { readonly files: ModuleFiles; readonly origin: ModuleOrigin }

// What belongs to the author's machine and not to the module. Links in node_modules would refuse every checkout.
const notPartOfModule = ['.git', '.hg', '.svn', 'node_modules', '.DS_Store', '.turbo']

/** Reads a module from where it is into memory; no code of it runs and nothing of it stays on disk. */
export async function fetchModule(spec: ModuleSpec, options: FetchModuleOptions): Promise<FetchedModule> {
  options.onProgress?.({ stage: 'fetch', done: 0, subject: redact(spec.spec) })
  const module = await fetchFrom(spec, options)
  refuseVersionControl(module.files, redact(spec.spec))
  return module
}

async function fetchFrom(spec: ModuleSpec, options: FetchModuleOptions): Promise<FetchedModule> {
  if (spec.kind === 'git')
    return inTemporaryFolder('module', (directory) => fetchFromGit(spec, { ...options, directory }))
  if (spec.kind === 'npm')
    return inTemporaryFolder('module', (directory) => fetchFromNpm(spec, { ...options, directory }))
  const files =
    spec.kind === 'folder'
      ? await readModuleFolder(spec.path, { ...options, ignore: notPartOfModule })
      : await readModuleArchive(spec.path, options)
  return { files, origin: { kind: spec.kind, spec: spec.spec, resolved: spec.path } }
}

type FetchInto = FetchModuleOptions & { readonly directory: string }

async function fetchFromGit(spec: ModuleSpec & { readonly kind: 'git' }, options: FetchInto): Promise<FetchedModule> {
  const target = join(options.directory, 'clone')
  try {
    // Where a repository of one's own lies, credentials come from helpers that the user's settings of git name.
    const commit = await checkOut(spec, { target, isUsers: true, ...limitsOf(options) })
    return {
      files: await readModuleFolder(target, { ...options, ignore: ['.git'] }),
      // A token in the address must not get into the lock file, which is kept in git.
      origin: { kind: 'git', spec: redact(spec.spec), resolved: commit },
    }
  } catch (error) {
    throw asFetchError(error, { spec: spec.spec, signal: options.signal })
  }
}

async function fetchFromNpm(spec: ModuleSpec & { readonly kind: 'npm' }, options: FetchInto): Promise<FetchedModule> {
  const environment = {
    npm_config_ignore_scripts: 'true',
    npm_config_update_notifier: 'false',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
  }
  const run = { ...limitsOf(options), environment }
  try {
    await runProgram(['npm', 'pack', '--ignore-scripts', '--json', '--', spec.package], run)
    const packed = (await readdir(options.directory)).find((name) => name.endsWith('.tgz'))
    if (packed === undefined) throw new Error('npm made no package file')
    return {
      files: await readModuleArchive(join(options.directory, packed), options),
      origin: { kind: 'npm', spec: spec.spec, resolved: packed.replace(/\.tgz$/, '') },
    }
  } catch (error) {
    throw asFetchError(error, { spec: spec.spec, before: `nothing is at ${spec.path}, and `, signal: options.signal })
  }
}

function limitsOf({ directory, timeoutMs = patientLimit(120_000), signal }: FetchInto) {
  return { directory, timeoutMs, signal }
}

function asFetchError(
  error: unknown,
  { spec, before = '', signal }: { spec: string; before?: string; signal: AbortSignal | undefined },
): unknown {
  if (signal?.aborted === true || CodedError.is(error)) return error
  const reason = `${before}${thrownText(error)}`
  return moduleError('MODULE_FETCH_FAILED', { spec, reason }, { cause: error })
}

/** Refuses a folder of version control, whose settings name programs that are run on the next look at it. */
export function refuseVersionControl(files: ModuleFiles, origin: string): void {
  const paths = [...files.keys()].filter((path) => path.split('/').some(isOfVersionControl))
  if (paths.length === 0) return
  const problems = paths
    .slice(0, 10)
    .map((path) => `${JSON.stringify(path)} belongs to version control, whose settings can run programs`)
  throw moduleError('MODULE_CONTENT_REFUSED', { origin, problems })
}

/** As the least careful file system takes it: dots and blanks at the end, streams and short names of Windows. */
function isOfVersionControl(name: string): boolean {
  const [plain = ''] = foldedName(name).split(':', 1)
  return folders.has(plain.replace(/[. ]+$/, ''))
}

const folders: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', 'git~1', 'hg~1', 'svn~1'])
