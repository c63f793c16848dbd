import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { type ReleasePlan, changelogSection } from './changelog-section.ts'

// `pnpm release` runs it at the root, between `changeset status`, which says what is to be, and `changeset version`, which
// sets the versions of packages and takes the changesets away. Manifests of modules have their version twice.
const plan: ReleasePlan = JSON.parse(readFileSync('.changeset/status.json', 'utf8'))
const section = changelogSection(plan, new Date().toISOString().slice(0, 10))
const [title = '', ...older] = (
  existsSync('CHANGELOG.md') ? readFileSync('CHANGELOG.md', 'utf8') : '# Changes\n'
).split(/^(?=## )/m)
writeFileSync('CHANGELOG.md', [`${title.trim()}\n\n${section}`, ...older].join('\n'))
const version = /^## (\S+)/.exec(section)?.[1]
for (const file of globSync('plugins/*/module.yaml'))
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^version: .*$/m, `version: ${version}`))
