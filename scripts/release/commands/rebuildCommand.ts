import { defineCommand } from '../command.ts'

export const rebuild = defineCommand({
  name: 'rebuild',
  about: 'write registry and page of a folder anew from what lies in it',
  details:
    'The way out when registry.json or channels.json was edited by hand, or the host of the folder was replaced.',
  parameters: [],
  examples: ['rebuild --target ./static'],
  run: async (session) => {
    const target = await session.target()
    await target.rebuild()
    return { data: { target: target.name }, text: `Registry and page in ${target.name} are written anew` }
  },
})
