import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { buildContracts } from './build-contracts.ts'
import { generatedFiles } from './generated-files.ts'
import { contractsFolder } from './run-forge.ts'

for (const { file, text } of await generatedFiles(await buildContracts())) {
  const path = resolve(contractsFolder, '..', file)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}
