import { screen, waitFor, within } from '@testing-library/react'
import {
  type Monitor,
  MonitorHistory,
  type MonitorIncident,
  MonitorIncidentList,
  MonitorList,
} from '@windlass/shared-kit/contract/monitor'
import { MonitorMaintenanceList } from '@windlass/shared-kit/contract/monitorMaintenance'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { ServerOptionList } from '@windlass/shared-kit/contract/server'
import { answer, renderPage } from '@windlass/shared-kit/testing'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import remote from '../../remote.ts'
import MonitorDetailPage from './MonitorDetailPage.tsx'

const REFUSED = { en: '127.0.0.1:80: connection refused', 'zh-cn': '127.0.0.1:80：连接被拒绝' }
const shop: Monitor = {
  ...{ id: 7, namespaceId: 0, name: 'shop', type: 2, second: 60, times: 3, silentCycle: 1440, notifyType: 4 },
  target: { items: ['127.0.0.1:80'], timeout: 10, process: '', script: '' },
  ...{ notifyTarget: 'ops@example.com', successServerId: 0, successScript: '', failServerId: 0, failScript: '' },
  ...{ description: 'what customers see', errorContent: REFUSED.en, errorContentSaid: REFUSED, state: 1 },
  ...{ insertTime: '2026-11-01 10:00:00', updateTime: '2026-11-02 10:00:00' },
  status: {
    ...{ health: 'down', quiet: 'told', quietUntil: 0, error: REFUSED.en, errorSaid: REFUSED, lastCheckTime: 1 },
    ...{ latency: 12, failures: 0, certificateTime: 0, incidentId: 5, acknowledgedBy: '', uptime: 0.5, hours: [] },
  },
}
const WEB = {
  ...{ id: 3, name: 'web-1', ip: '10.0.0.11', owner: 'deploy', description: '', tags: [] },
  ...{ insertTime: '', updateTime: '' },
}
const incident: MonitorIncident = {
  ...{ id: 5, monitorId: 7, kind: 'down', reason: REFUSED.en, reasonSaid: REFUSED, startTime: 1, endTime: 0 },
  ...{ notices: 1, acknowledgedBy: '', acknowledgeReason: '', acknowledgeTime: 0 },
}
const filled = [
  answer(ServerOptionList, { list: [WEB] }),
  answer(MonitorList, { list: [shop] }),
  answer(MonitorHistory, { from: 0, to: 3_600_000, bucketMs: 60_000, buckets: [] }),
  answer(MonitorIncidentList, { list: [incident] }),
  answer(MonitorMaintenanceList, { list: [] }),
]
const open = (options: Parameters<typeof renderPage>[1] = {}, path = '/monitor/detail/7') =>
  renderPage(
    <Routes>
      <Route path="/monitor/detail/:id" element={<MonitorDetailPage />} />
    </Routes>,
    { remote, path, permissions: Object.values(Permission), answers: [...filled], ...options },
  )

describe('the page of a monitor', () => {
  it('says how it stands, whom it tells, and for how long it is silent then', async () => {
    await open()
    expect(await screen.findByRole('heading', { name: 'shop' })).toBeTruthy()
    expect(screen.getByText('e-mail: ops@example.com')).toBeTruthy()
    expect(screen.getByText('24 hours', { selector: 'dd' })).toBeTruthy()
    await waitFor(() => expect(screen.getAllByText(REFUSED.en)).toHaveLength(2))
    expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toContain('/monitor/index?edit=7')
  })

  it('says what went wrong in the language of whoever looks', async () => {
    await open({ language: 'zh-cn' })
    await waitFor(() => expect(screen.getAllByText(REFUSED['zh-cn'])).toHaveLength(2))
    expect(screen.queryByText(REFUSED.en)).toBeNull()
  })

  it('shows no address of a room, which opens it for whoever reads along', async () => {
    const room = { ...shop, notifyType: 1, notifyTarget: 'https://qyapi.example/send?key=secret' }
    await open({ answers: [...filled, answer(MonitorList, { list: [room] })] })
    expect(await screen.findByText('WeCom')).toBeTruthy()
    expect(screen.queryByText(/key=secret/)).toBeNull()
  })

  it('leads to the form only those who may save it', async () => {
    await open({ permissions: [Permission.ShowMonitorPage] })
    const head = (await screen.findByRole('heading', { name: 'shop' })).closest('header')
    expect(within(head ?? document.body).getAllByRole('link')).toHaveLength(1)
  })

  it('names the servers it looks at', async () => {
    const process = { ...shop, type: 4, target: { ...shop.target, items: ['3'], process: 'nginx: master' } }
    await open({ answers: [...filled, answer(MonitorList, { list: [process] })] })
    expect(await screen.findByText('web-1')).toBeTruthy()
    expect(screen.getByText('nginx: master')).toBeTruthy()
  })

  it('says that a monitor is gone, and leads back', async () => {
    await open({}, '/monitor/detail/8')
    expect(await screen.findByText('This monitor does not exist')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'All monitors' })).toBeTruthy()
  })
})
