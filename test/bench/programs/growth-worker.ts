import { parentPort, workerData } from 'node:worker_threads'
import { growthCases } from '../measure/growth-files.ts'
import { measureGrowth } from '../measure/measure-growth.ts'

const { file, name } = workerData as { readonly file: string; readonly name: string }
const makeCase = (await growthCases(file))[name]
if (makeCase === undefined) throw new Error(`${file} has no case ${name}.`)
// Of this thread alone: what else the machine does costs it nothing.
const now = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
parentPort?.postMessage(await measureGrowth(makeCase, { now }), [])
