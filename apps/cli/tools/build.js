import { spawnSync } from 'node:child_process'
import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// `pnpm build`, and what `pnpm datacortex` does first. JavaScript, since to start with TypeScript takes as long as all checks.
const root = fileURLToPath(new URL('../../..', import.meta.url))
const stamp = join(root, 'apps/cli/dist/.built')

const page = ['apps/web/node_modules/vite/bin/vite.js', 'build', 'apps/web', '--logLevel', 'error']
const pageStamp = join(root, 'apps/cli/dist/page/.built')
const pageInputs = ['apps/web', 'pnpm-lock.yaml']

const steps = [
  ['node_modules/typescript/bin/tsc', '-b'],
  ['packages/embeddings/dist/make-int8-model.js'],
  ['apps/cli/tools/bundle.ts'],
]

/** Compiles and bundles. Prints what a step that fails says, and nothing else; gives back its status. */
export function build() {
  // What is changed from now on is built the next time.
  const started = new Date()
  const isPageNew = isAnyChanged(pageInputs, pageStamp)
  for (const step of isPageNew ? [...steps, page] : steps) {
    const { status, stdout, stderr } = spawnSync(process.execPath, step, { cwd: root, encoding: 'utf8' })
    if (status === 0) continue
    process.stderr.write(stdout + stderr)
    return status ?? 1
  }
  for (const one of isPageNew ? [stamp, pageStamp] : [stamp]) {
    writeFileSync(one, '')
    utimesSync(one, started, started)
  }
  return 0
}

/** Builds if anything was changed since the last time. */
export function buildChanged() {
  const isFirst = statSync(stamp, { throwIfNoEntry: false }) === undefined
  if (isFirst) process.stderr.write('building   for the first time, which takes a minute\n')
  return isFirst || isAnyChanged(inputs, stamp) ? build() : 0
}

function isAnyChanged(paths, since) {
  const built = statSync(since, { throwIfNoEntry: false })?.mtimeMs
  return built === undefined || paths.some((path) => isChanged(join(root, path), built))
}

const inputs = ['packages', 'plugins', 'apps/cli', 'apps/web', 'pnpm-lock.yaml', 'tsconfig.json', 'tsconfig.base.json']

/** So is a folder in which a file was added, removed or renamed; that of a package also holds what is built. */
function isChanged(path, since) {
  const stats = statSync(path)
  if (stats.isFile()) return stats.mtimeMs > since
  const names = readdirSync(path)
  if (stats.mtimeMs > since && !names.includes('package.json')) return true
  return names.some((name) => !passedOver.test(name) && isChanged(join(path, name), since))
}

const passedOver = /^(?:node_modules|dist|bundle|model|sample)$|\.(?:test|growth)\.ts$|\.md$/

if (import.meta.main) process.exitCode = build()
