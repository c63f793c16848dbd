import { expect, test } from 'vitest'
import { files, isTestFile, packages, readText, sourcesOf } from './workspace.ts'

type Export = { readonly name: string; readonly file: string; readonly index: string; readonly isType: boolean }

const exported: readonly Export[] = packages.flatMap(({ folder }) => {
  const index = `${folder}/src/index.ts`
  return files.includes(index) ? exportsOf(index) : []
})

test('the check sees exports', () => {
  expect(exported.map(({ name }) => name)).toContain('withLock')
})

test('every export of an index.ts has TSDoc', () => {
  expect(exported.filter((one) => documentation(one) === undefined).map(described)).toEqual([])
})

test('every exported function has an example', () => {
  const offenders = exported.filter((one) => isFunction(one) && !documentation(one)?.includes('@example'))
  expect(offenders.map(described)).toEqual([])
})

test('exported functions name their coded errors', () => {
  const offenders = exported.filter((one) => {
    const text = isFunction(one) ? readText(one.file) : ''
    return /\bthrow (?:new )?\w+Error\(/.test(bodyOf(text, one.name)) && !documentation(one)?.includes('@throws')
  })
  expect(offenders.map(described)).toEqual([])
})

test('what READMEs import is exported', () => {
  const imports = packages
    .map(({ folder }) => `${folder}/README.md`)
    .filter((file) => files.includes(file))
    .flatMap((file) =>
      [...readText(file).matchAll(/^import (?:type )?\{([^}]*)\} from '@datacortex\/([\w-]+)'/gm)].flatMap((match) =>
        (match[1] ?? '')
          .split(',')
          .map((name) => ({ name: name.trim().replace(/^type /, ''), of: match[2] ?? '', file })),
      ),
    )
    .filter(({ name }) => name !== '')
  expect(imports.length).toBeGreaterThan(20)
  const missing = imports.filter(
    ({ name, of }) => !exported.some((one) => one.name === name && /^[a-z]+\/([\w-]+)\//.exec(one.index)?.[1] === of),
  )
  expect(missing.map(({ name, of, file }) => `${name} of ${of} in ${file}`)).toEqual([])
})

test('no library prints', () => {
  const offenders = packages
    .filter(({ folder }) => /^(?:packages|plugins)\//.test(folder))
    .flatMap((one) => sourcesOf(one))
    .filter((file) => !isTestFile(file))
    .filter((file) =>
      /\bconsole\.\w+\(|process\.std(?:out|err)\.write/.test(readText(file).replace(/\/\*\*[\s\S]*?\*\//g, '')),
    )
  expect(offenders).toEqual([])
})

function exportsOf(index: string): readonly Export[] {
  const folder = index.slice(0, -'index.ts'.length)
  return [...readText(index).matchAll(/export (type )?\{([^}]*)\} from '\.\/([^']+)'/g)].flatMap((match) =>
    (match[2] ?? '')
      .split(',')
      .map(
        (name) =>
          name
            .trim()
            .replace(/^type /, '')
            .split(' as ')[0] ?? '',
      )
      .filter((name) => name !== '')
      .map((name) => ({ name, file: `${folder}${match[3]}`, index, isType: match[1] !== undefined })),
  )
}

const declaration = (name: string): RegExp =>
  new RegExp(
    String.raw`(/\*\*(?:(?!\*/)[\s\S])*\*/)\n(?:export )(?:declare )?(?:abstract )?(?:async )?(?:function\*?|class|type|const|interface) ${name}\b`,
  )

function documentation({ name, file }: Export): string | undefined {
  return files.includes(file) ? declaration(name).exec(readText(file))?.[1] : undefined
}

function isFunction({ name, file, isType }: Export): boolean {
  return (
    !isType &&
    files.includes(file) &&
    new RegExp(String.raw`^export (?:async )?function\*? ${name}\b`, 'm').test(readText(file))
  )
}

/** From the declaration to the brace in the first column. */
function bodyOf(text: string, name: string): string {
  return new RegExp(String.raw`^export (?:async )?function\*? ${name}\b[\s\S]*?^\}`, 'm').exec(text)?.[0] ?? ''
}

function described({ name, file }: Export): string {
  return `${name} in ${file}`
}
