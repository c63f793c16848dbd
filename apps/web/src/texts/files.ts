export const filesTexts = {
  fileFailed: (name: string) => `${name} could not be shown here.`,
  listen: (name: string) => `Listen to ${name}`,
  saveFile: (name: string) => `Save ${name}`,
} as const
