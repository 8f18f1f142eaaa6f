// Suites that share one chain and one database server.
import '../testing/suites/balances.js'
import '../testing/suites/spam.js'
import '../testing/suites/prices.js'
import '../testing/suites/collectibles.js'
import '../testing/suites/valueHistory.js'
