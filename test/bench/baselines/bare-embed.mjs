// The least that embeds one text: node bare-embed.mjs MODEL-FOLDER TEXT
import { env, pipeline } from '@xenova/transformers'

env.allowRemoteModels = false
const [folder, text] = process.argv.slice(2)
const extract = await pipeline('feature-extraction', folder, { dtype: 'fp32', device: 'cpu', local_files_only: true })
const vector = await extract(text, { pooling: 'mean', normalize: true })
process.stdout.write(`${vector.data.length}\n`)
