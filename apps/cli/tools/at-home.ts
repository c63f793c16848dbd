import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Plugin } from 'rolldown'
import { packageOf } from './package-of.ts'

/** Lets our code find the files that lie beside it, such as templates and programs of other processes. */
export function atHome(home: string): Plugin {
  const text = readFileSync(join(home, 'package.json'), 'utf8')
  const { dependencies } = JSON.parse(text) as { readonly dependencies: object }
  return {
    name: 'at-home',
    async transform(code, id) {
      if (!namesItsPlace(code, id)) return undefined
      const { name, folder } = await packageOf(id)
      const isHome = relative(folder, home) === ''
      if (!isHome && !name.startsWith('@datacortex/')) return undefined
      if (!isHome && !(name in dependencies)) throw new Error(`package.json has to name ${name}: ${id} is found by it.`)
      const file = JSON.stringify(relative(folder, id).split(sep).join('/'))
      // The bundle is a folder beside `dist/`.
      const base = isHome ? `new URL('..', import.meta.url)` : `import.meta.resolve('${name}/package.json')`
      return placedAt(code, `new URL(${file}, ${base})`)
    },
  }
}

/** Whether code asks where it lies. What the bundler made itself belongs to no package. */
export function namesItsPlace(code: string, id: string): boolean {
  return !id.startsWith('\0') && places.test(code)
}

/** Code that takes a URL for its place. It is found only when it is asked for: a command passes over most of them. */
export function placedAt(code: string, url: string): string {
  return [
    `import { dirname as homeFolderOf } from 'node:path'`,
    `import { fileURLToPath as homePathOf } from 'node:url'`,
    `const homeUrl = () => ${url}`,
    code.replaceAll(new RegExp(places, 'g'), (_, property: string) => replacements[property] ?? ''),
  ].join('\n')
}

const places = /\bimport\.meta\.(url|filename|dirname)\b/

const replacements: Readonly<Record<string, string>> = {
  url: 'homeUrl().href',
  filename: 'homePathOf(homeUrl())',
  dirname: 'homeFolderOf(homePathOf(homeUrl()))',
}
