import { Type } from 'typebox'

const days = (description: string) => Type.Integer({ minimum: 0, maximum: 36_500, default: 0, description })

/** How long the logs are kept, and how their rows are proved. */
export const LOG_ENV = {
  LOG_SEAL: Type.Boolean({
    default: false,
    description: 'seal every row of the sign-in log and the operation log, so that later changes are found',
  }),
  LOGIN_LOG_DAYS: days('days the rows of the sign-in log are kept; 0 is forever'),
  OPERATION_LOG_DAYS: days('days the rows of the operation log are kept; 0 is forever'),
  SFTP_LOG_DAYS: days('days the rows of the file log are kept; 0 is forever'),
  TERMINAL_LOG_DAYS: days('days the rows of the terminal log are kept, but no shorter than recordings; 0 is forever'),
}
