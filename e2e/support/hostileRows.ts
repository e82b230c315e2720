import { type Ground, type Shown, titled } from './hostileGround.ts'
import { addPeople } from './hostilePeople.ts'
import { addMonitors, addProjects } from './hostileProjects.ts'
import { addServerRows, addServers } from './hostileServers.ts'

/** Fills every area with rows whose texts mean harm; answers what each page is to show, also those without rows. */
export async function addHostileRows(ground: Ground): Promise<Shown[]> {
  const { serverId, shown } = await addServers(ground)
  const all = [
    ...shown,
    ...(await addServerRows(ground, serverId)),
    ...(await addMonitors(ground)),
    ...(await addProjects(ground, serverId)),
    ...(await addPeople(ground)),
    ...['crontab?server', 'nginx?server', 'terminal?serverId'].map((page) => titled(`/server/${page}=${serverId}`)),
    ...['/setting/release', '/setting/release/logs', '/log/terminalLog'].map((page) => ({ path: page, texts: [] })),
  ]
  // What is drawn is the same with and without space at its ends.
  return all.map(({ path, texts }) => ({ path, texts: texts.map((text) => text.trim()) }))
}
