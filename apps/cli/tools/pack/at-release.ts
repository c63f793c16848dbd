import { dirname, join, relative, sep } from 'node:path'
import type { Plugin } from 'rolldown'
import { namesItsPlace, placedAt } from '../at-home.ts'
import { packageOf } from '../package-of.ts'

/** Lets our code and its `programs` find what lies beside it, in the folders `lib/NAME` and `plugins/NAME` of what is published. */
export function atRelease(home: string, programs: Map<string, string>): Plugin {
  return {
    name: 'at-release',
    async transform(code, id) {
      if (!namesItsPlace(code, id)) return undefined
      const { name, folder } = await packageOf(id)
      if (relative(folder, home) !== '' && !name.startsWith('@datacortex/')) return undefined
      const place = releasePlace(folder, home)
      for (const [, path = ''] of code.matchAll(programsBeside)) {
        const program = join(dirname(id), path)
        programs.set(posix(join(place, relative(folder, program))), `${program}.js`)
      }
      const file = JSON.stringify(posix(join(place, relative(folder, id))))
      return placedAt(code, `new URL(${file}, ${rootMark})`)
    },
    // Where a file of the bundle lies is known only now.
    renderChunk: (code, { fileName }) =>
      code.replaceAll(rootMark, `new URL("${'../'.repeat(fileName.split('/').length - 1) || './'}", import.meta.url)`),
  }
}

/** Where the files of a package lie in the one that is published; empty for those of the command. */
export function releasePlace(folder: string, home: string): string {
  const [kind = '', name = ''] = relative(join(home, '../..'), folder).split(sep)
  return kind === 'plugins' ? join('plugins', name) : kind === 'packages' ? join('lib', name) : ''
}

function posix(path: string): string {
  return path.split(sep).join('/')
}

const rootMark = '__ROOT_OF_THE_PACKAGE__'
const programsBeside = /new URL\(`([^`$]+)\$\{extname\(/g
