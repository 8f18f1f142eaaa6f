// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface ModuleHost {
    function execTransactionFromModule(
        address to,
        uint256 value,
        bytes calldata data,
        uint8 operation
    ) external returns (bool success);
}

/// Stand-in for the Safe project's AllowanceModule 0.1.0: the same functions,
/// events and rules, written anew because its build is on no package registry.
/// A safe that enabled it lets delegates spend up to an amount of a token per
/// period. Periods are minutes; token zero is the native currency.
contract AllowanceModule {
    string public constant NAME = "Allowance Module";
    string public constant VERSION = "0.1.0";

    bytes32 public constant DOMAIN_SEPARATOR_TYPEHASH =
        keccak256("EIP712Domain(uint256 chainId,address verifyingContract)");
    bytes32 public constant ALLOWANCE_TRANSFER_TYPEHASH =
        keccak256(
            "AllowanceTransfer(address safe,address token,address to,uint96 amount,address paymentToken,uint96 payment,uint16 nonce)"
        );

    struct Allowance {
        uint96 amount;
        uint96 spent;
        uint16 resetTimeMin;
        uint32 lastResetMin;
        uint16 nonce;
    }

    /// An entry of a doubly linked list; keys are the low 48 bits of addresses.
    struct Delegate {
        address delegate;
        uint48 prev;
        uint48 next;
    }

    struct Transfer {
        address safe;
        address token;
        address to;
        uint96 amount;
        address paymentToken;
        uint96 payment;
    }

    mapping(address safe => mapping(address delegate => mapping(address token => Allowance)))
        public allowances;
    mapping(address safe => mapping(address delegate => address[]))
        public tokens;
    mapping(address safe => mapping(uint48 key => Delegate)) public delegates;
    mapping(address safe => uint48) public delegatesStart;

    event AddDelegate(address indexed safe, address delegate);
    event RemoveDelegate(address indexed safe, address delegate);
    event ExecuteAllowanceTransfer(
        address indexed safe,
        address delegate,
        address token,
        address to,
        uint96 value,
        uint16 nonce
    );
    event PayAllowanceTransfer(
        address indexed safe,
        address delegate,
        address paymentToken,
        address paymentReceiver,
        uint96 payment
    );
    event SetAllowance(
        address indexed safe,
        address delegate,
        address token,
        uint96 allowanceAmount,
        uint16 resetTime
    );
    event ResetAllowance(address indexed safe, address delegate, address token);
    event DeleteAllowance(
        address indexed safe,
        address delegate,
        address token
    );

    function addDelegate(address delegate) external {
        uint48 key = keyOf(delegate);
        require(key != 0, "A delegate's key must not be zero");
        address known = delegates[msg.sender][key].delegate;
        if (known != address(0)) {
            require(known == delegate, "Another delegate has the same key");
            return;
        }
        uint48 first = delegatesStart[msg.sender];
        delegates[msg.sender][key] = Delegate(delegate, 0, first);
        if (first != 0) delegates[msg.sender][first].prev = key;
        delegatesStart[msg.sender] = key;
        emit AddDelegate(msg.sender, delegate);
    }

    function removeDelegate(
        address delegate,
        bool removeAllowances
    ) external {
        uint48 key = keyOf(delegate);
        Delegate memory entry = delegates[msg.sender][key];
        if (entry.delegate == address(0)) return;
        require(entry.delegate == delegate, "Another delegate has the same key");
        if (removeAllowances) removeAllowancesOf(delegate);
        if (entry.prev == 0) delegatesStart[msg.sender] = entry.next;
        else delegates[msg.sender][entry.prev].next = entry.next;
        if (entry.next != 0)
            delegates[msg.sender][entry.next].prev = entry.prev;
        delete delegates[msg.sender][key];
        emit RemoveDelegate(msg.sender, delegate);
    }

    /// @param resetTimeMin length of a period; 0 for an amount that never renews
    /// @param resetBaseMin a past minute at which periods begin; 0 for now
    function setAllowance(
        address delegate,
        address token,
        uint96 allowanceAmount,
        uint16 resetTimeMin,
        uint32 resetBaseMin
    ) external {
        require(delegate != address(0), "A delegate is needed");
        require(isDelegate(msg.sender, delegate), "Not a delegate");
        Allowance memory allowance = current(msg.sender, delegate, token);
        if (allowance.nonce == 0) {
            // Nonce 0 marks a token that the delegate was never given.
            allowance.nonce = 1;
            tokens[msg.sender][delegate].push(token);
        }
        uint32 nowMin = minute();
        if (resetBaseMin > 0) {
            require(resetBaseMin <= nowMin, "The base must not be in the future");
            allowance.lastResetMin = resetTimeMin == 0
                ? nowMin
                : nowMin - ((nowMin - resetBaseMin) % resetTimeMin);
        } else if (allowance.lastResetMin == 0) {
            allowance.lastResetMin = nowMin;
        }
        allowance.resetTimeMin = resetTimeMin;
        allowance.amount = allowanceAmount;
        allowances[msg.sender][delegate][token] = allowance;
        emit SetAllowance(
            msg.sender,
            delegate,
            token,
            allowanceAmount,
            resetTimeMin
        );
    }

    function resetAllowance(address delegate, address token) external {
        Allowance memory allowance = current(msg.sender, delegate, token);
        allowance.spent = 0;
        allowances[msg.sender][delegate][token] = allowance;
        emit ResetAllowance(msg.sender, delegate, token);
    }

    function deleteAllowance(address delegate, address token) external {
        clear(delegate, token);
    }

    /// Spends from the safe. Without signature the caller is the delegate.
    function executeAllowanceTransfer(
        address safe,
        address token,
        address payable to,
        uint96 amount,
        address paymentToken,
        uint96 payment,
        address delegate,
        bytes calldata signature
    ) external {
        Transfer memory wanted = Transfer(
            safe,
            token,
            to,
            amount,
            paymentToken,
            payment
        );
        uint16 nonce = spend(wanted, delegate);
        if (payment > 0) spendPayment(wanted, delegate);
        requireSignature(wanted, delegate, nonce, signature);
        if (payment > 0) {
            // The original pays whoever sent the transaction.
            pay(safe, paymentToken, tx.origin, payment);
            emit PayAllowanceTransfer(
                safe,
                delegate,
                paymentToken,
                tx.origin,
                payment
            );
        }
        pay(safe, token, to, amount);
        emit ExecuteAllowanceTransfer(safe, delegate, token, to, amount, nonce);
    }

    function getChainId() public view returns (uint256) {
        return block.chainid;
    }

    function generateTransferHash(
        address safe,
        address token,
        address to,
        uint96 amount,
        address paymentToken,
        uint96 payment,
        uint16 nonce
    ) external view returns (bytes32) {
        return
            hash(
                Transfer(safe, token, to, amount, paymentToken, payment),
                nonce
            );
    }

    function getTokens(
        address safe,
        address delegate
    ) external view returns (address[] memory) {
        return tokens[safe][delegate];
    }

    /// amount, spent in this period, period, its begin, next nonce
    function getTokenAllowance(
        address safe,
        address delegate,
        address token
    ) external view returns (uint256[5] memory) {
        Allowance memory allowance = current(safe, delegate, token);
        return [
            uint256(allowance.amount),
            uint256(allowance.spent),
            uint256(allowance.resetTimeMin),
            uint256(allowance.lastResetMin),
            uint256(allowance.nonce)
        ];
    }

    function getDelegates(
        address safe,
        uint48 start,
        uint8 pageSize
    ) external view returns (address[] memory results, uint48 next) {
        results = new address[](pageSize);
        uint256 count = 0;
        next = start != 0 ? start : delegatesStart[safe];
        while (count < pageSize && next != 0) {
            Delegate memory entry = delegates[safe][next];
            results[count++] = entry.delegate;
            next = entry.next;
        }
        assembly {
            mstore(results, count)
        }
    }

    /// The stored allowance as of now: a period that is over has begun anew.
    function current(
        address safe,
        address delegate,
        address token
    ) private view returns (Allowance memory allowance) {
        allowance = allowances[safe][delegate][token];
        if (allowance.resetTimeMin == 0) return allowance;
        uint32 elapsed = minute() - allowance.lastResetMin;
        if (elapsed < allowance.resetTimeMin) return allowance;
        allowance.spent = 0;
        allowance.lastResetMin = minute() - (elapsed % allowance.resetTimeMin);
    }

    function spend(
        Transfer memory wanted,
        address delegate
    ) private returns (uint16 nonce) {
        Allowance memory allowance = current(
            wanted.safe,
            delegate,
            wanted.token
        );
        nonce = allowance.nonce;
        allowance.nonce = nonce + 1;
        allowance.spent = addSpending(allowance, wanted.amount);
        allowances[wanted.safe][delegate][wanted.token] = allowance;
    }

    function spendPayment(Transfer memory wanted, address delegate) private {
        Allowance memory allowance = current(
            wanted.safe,
            delegate,
            wanted.paymentToken
        );
        allowance.spent = addSpending(allowance, wanted.payment);
        allowances[wanted.safe][delegate][wanted.paymentToken] = allowance;
    }

    function addSpending(
        Allowance memory allowance,
        uint96 amount
    ) private pure returns (uint96) {
        uint256 spent = uint256(allowance.spent) + amount;
        require(
            spent > allowance.spent && spent <= allowance.amount,
            "The allowance does not suffice"
        );
        return uint96(spent);
    }

    function requireSignature(
        Transfer memory wanted,
        address delegate,
        uint16 nonce,
        bytes calldata signature
    ) private view {
        address signer = signature.length == 0
            ? msg.sender
            : recover(hash(wanted, nonce), signature);
        require(
            signer == delegate && isDelegate(wanted.safe, signer),
            "Not signed by the delegate"
        );
    }

    function recover(
        bytes32 digest,
        bytes calldata signature
    ) private pure returns (address signer) {
        require(signature.length == 65, "A signature has 65 bytes");
        bytes32 r = bytes32(signature[:32]);
        bytes32 s = bytes32(signature[32:64]);
        uint8 v = uint8(signature[64]);
        require(v > 1, "Only signatures of keys are supported");
        // v raised by 4 marks a signature over the prefixed hash.
        signer = v > 30
            ? ecrecover(
                keccak256(
                    abi.encodePacked("\x19Ethereum Signed Message:\n32", digest)
                ),
                v - 4,
                r,
                s
            )
            : ecrecover(digest, v, r, s);
        require(signer != address(0), "The signature is invalid");
    }

    function hash(
        Transfer memory wanted,
        uint16 nonce
    ) private view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                DOMAIN_SEPARATOR_TYPEHASH,
                block.chainid,
                address(this)
            )
        );
        bytes32 struct_ = keccak256(
            abi.encode(
                ALLOWANCE_TRANSFER_TYPEHASH,
                wanted.safe,
                wanted.token,
                wanted.to,
                wanted.amount,
                wanted.paymentToken,
                wanted.payment,
                nonce
            )
        );
        return keccak256(abi.encodePacked("\x19\x01", domain, struct_));
    }

    function pay(
        address safe,
        address token,
        address to,
        uint96 amount
    ) private {
        if (token == address(0)) {
            require(
                ModuleHost(safe).execTransactionFromModule(to, amount, "", 0),
                "Could not execute ether transfer"
            );
            return;
        }
        bytes memory data = abi.encodeWithSignature(
            "transfer(address,uint256)",
            to,
            amount
        );
        require(
            ModuleHost(safe).execTransactionFromModule(token, 0, data, 0),
            "Could not execute token transfer"
        );
    }

    function removeAllowancesOf(address delegate) private {
        address[] memory given = tokens[msg.sender][delegate];
        for (uint256 i = 0; i < given.length; i++) clear(delegate, given[i]);
    }

    /// The nonce stays, so that no signature can be used a second time.
    function clear(address delegate, address token) private {
        Allowance memory allowance = current(msg.sender, delegate, token);
        allowance.amount = 0;
        allowance.spent = 0;
        allowance.resetTimeMin = 0;
        allowance.lastResetMin = 0;
        allowances[msg.sender][delegate][token] = allowance;
        emit DeleteAllowance(msg.sender, delegate, token);
    }

    function isDelegate(
        address safe,
        address account
    ) private view returns (bool) {
        return delegates[safe][keyOf(account)].delegate == account;
    }

    function keyOf(address account) private pure returns (uint48) {
        return uint48(uint160(account));
    }

    function minute() private view returns (uint32) {
        return uint32(block.timestamp / 60);
    }
}
