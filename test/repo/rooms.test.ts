import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { type WorkspacePackage, files, isTestFile, packages, readText, sourcesOf } from './workspace.ts'

/** Their readers are strangers too: anyone who writes a module, tests one, or opens a space in a program of their own. */
const forStrangers: readonly string[] = ['errors', 'plugin', 'space', 'testkit']

const libraries = packages.filter(({ folder }) => folder.startsWith('packages/'))
const code = files
  .filter((file) => /\.(?:ts|tsx|mjs|js)$/.test(file) && !file.startsWith('test/repo/'))
  .map((file) => ({ file, text: readText(file) }))

test('what a package exports has a user outside of it', () => {
  const counted = libraries
    .filter(({ folder }) => !forStrangers.includes(nameOf(folder)))
    .map((one) => ({ name: nameOf(one.folder), unused: unusedExports(one) }))
  console.log(`exports without a user outside: ${counted.map((one) => `${one.name} ${one.unused.length}`).join(', ')}`)
  expect(counted.filter(({ unused }) => unused.length > 0)).toEqual([])
})

test('no files of a package import each other in a circle', () => {
  const counted = libraries.map((one) => ({ name: nameOf(one.folder), circles: circlesOf(one) }))
  console.log(`circles of files: ${counted.map((one) => `${one.name} ${one.circles.length}`).join(', ')}`)
  expect(counted.filter(({ circles }) => circles.length > 0)).toEqual([])
})

function nameOf(folder: string): string {
  return folder.split('/').at(-1) ?? ''
}

/** Of every way into a package but the one that says of itself that it may change. */
function unusedExports({ folder, json }: WorkspacePackage): readonly string[] {
  const ways = [...JSON.stringify(json.exports ?? {}).matchAll(/"\.\/(src\/[^"]+)"/g)].map((match) => match[1] ?? '')
  const users = code.filter(({ file, text }) => !file.startsWith(`${folder}/`) && text.includes(`'${json.name}`))
  const used = new Set(users.flatMap(({ text }) => namesOf(text, json.name ?? '')))
  return ways.flatMap((way) => {
    if (way.endsWith('/experimental.ts')) return []
    const text = readText(`${folder}/${way}`)
    const inside = code.filter((one) => one.file.startsWith(`${folder}/`) && one.file !== `${folder}/${way}`)
    const isUsedInside = (name: string): boolean => inside.some((one) => new RegExp(`\\b${name}\\b`).test(one.text))
    return [
      ...listed(text).filter((name) => !used.has(name)),
      // A file that is a way in itself also has what its neighbours use.
      ...declared(text).filter((name) => !used.has(name) && !isUsedInside(name)),
    ]
  })
}

/** What a file takes of a package. Where it is loaded late the names may be anywhere in the statement, so any word counts. */
function namesOf(text: string, name: string): readonly string[] {
  if (new RegExp(`import\\('${name}[/']`).test(text)) return text.match(/\w+/g) ?? []
  return [...text.matchAll(new RegExp(`\\{([^{}]*)\\}\\s+from\\s+'${name}[/']`, 'g'))].flatMap((match) =>
    namesIn(match[1] ?? ''),
  )
}

function namesIn(list: string): readonly string[] {
  return list.split(',').flatMap(
    (one) =>
      one
        .trim()
        .replace(/^type /, '')
        .split(' as ')[0] || [],
  )
}

function listed(text: string): readonly string[] {
  return [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap((match) => namesIn(match[1] ?? ''))
}

function declared(text: string): readonly string[] {
  return [...text.matchAll(/^export (?:async )?(?:function|const|type|class) (\w+)/gm)].map((match) => match[1] ?? '')
}

/** Groups of files each of which leads to each other one, by the algorithm of Tarjan. */
function circlesOf(one: WorkspacePackage): readonly (readonly string[])[] {
  const sources = sourcesOf(one).filter((file) => !isTestFile(file))
  const imported = new Map(sources.map((file) => [file, importsOf(file)]))
  const places = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (file: string): number => {
    const place = places.size
    places.set(file, place)
    lowest.set(file, place)
    stack.push(file)
    for (const next of imported.get(file) ?? []) {
      const reached = places.has(next) ? (stack.includes(next) ? (places.get(next) ?? 0) : place) : visit(next)
      lowest.set(file, Math.min(lowest.get(file) ?? 0, reached))
    }
    if (lowest.get(file) === place) {
      const group = stack.splice(stack.indexOf(file))
      if (group.length > 1) circles.push(group.map((member) => member.slice(one.folder.length + 1)))
    }
    return lowest.get(file) ?? 0
  }
  for (const file of sources) if (!places.has(file)) visit(file)
  return circles
}

function importsOf(file: string): readonly string[] {
  return [...readText(file).matchAll(/(?:from|import\()\s*'(\.[^']+\.ts)'/g)].map((match) =>
    join(dirname(file), match[1] ?? '').replaceAll('\\', '/'),
  )
}
