import { foldedName } from '@datacortex/platform'
import { moduleError } from '../errors.ts'
import type { ModuleFiles } from '../contents/module-files.ts'

/**
 * Refuses a module that brings a folder of git, Mercurial or Subversion: its settings name programs that are run on the
 * next look at it, and `git add` of the whole space stops there. What a person has put into the space by hand, such as
 * a submodule, is read without this. Throws `MODULE_CONTENT_REFUSED` with the paths.
 */
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
