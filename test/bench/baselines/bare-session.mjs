// A thread with nothing but onnxruntime: runs the lists of tokens of one length that it is sent, and answers when all of
// them are done. Started with the path of the model.
import { parentPort, workerData } from 'node:worker_threads'
import { InferenceSession, Tensor } from 'onnxruntime-node'

const session = await InferenceSession.create(workerData, { intraOpNumThreads: 1, interOpNumThreads: 1 })
parentPort.on('message', (batches) => {
  void run(batches).then(() => parentPort.postMessage('done', []))
})

async function run(batches) {
  for (const { ids, texts } of batches)
    await session.run({ input_ids: new Tensor('int32', ids, [texts, ids.length / texts]) })
}
