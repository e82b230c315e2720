import { DoubleLeftOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { formatNumber, useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Select } from 'antd'
import { COUNTED_ROWS, type LogPaging } from './useLog.ts'

const SIZES = [20, 50, 100, 500]

/** Turns the pages of a log: they are found by place and not by number, because nobody can count millions of rows. */
export function LogPager({ rows, total, isTurning, onOlder, onNewer, onNewest, onRows }: LogPaging) {
  const { t } = useTranslation('logs')
  const isMore = total !== undefined && total >= COUNTED_ROWS
  return (
    <nav className="log-pager" aria-label={t('pager.label')} aria-busy={isTurning}>
      <span className="wl-faint">
        {total !== undefined && t(isMore ? 'pager.more' : 'pager.total', { number: formatNumber(total) })}
      </span>
      <Button
        type="text"
        icon={<DoubleLeftOutlined />}
        disabled={!onNewest}
        onClick={onNewest}
        aria-label={t('pager.newest')}
        title={t('pager.newest')}
      />
      <Button icon={<LeftOutlined aria-hidden />} disabled={!onNewer} onClick={onNewer}>
        {t('pager.newer')}
      </Button>
      <Button icon={<RightOutlined aria-hidden />} iconPlacement="end" disabled={!onOlder} onClick={onOlder}>
        {t('pager.older')}
      </Button>
      <Select
        aria-label={t('pager.rows')}
        value={rows}
        popupMatchSelectWidth={false}
        options={SIZES.map((value) => ({ value, label: t('pager.rowsOption', { number: value }) }))}
        onChange={onRows}
      />
    </nav>
  )
}
