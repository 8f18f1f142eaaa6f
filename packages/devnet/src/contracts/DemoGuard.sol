// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Guards the transactions of owners (since 1.3.0) and of modules (since
/// 1.5.0): all of them pass, except those to one address that was named when
/// it was made.
contract DemoGuard {
    address public immutable forbidden;

    constructor(address forbiddenTarget) {
        forbidden = forbiddenTarget;
    }

    /// ERC-165: itself, ITransactionGuard and IModuleGuard of the safe.
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0xe6d7a83a || id == 0x58401ed8;
    }

    /// Both checks before an execution have the target as their first argument
    /// and more others than Solidity can name; the checks after it have none.
    fallback(bytes calldata data) external returns (bytes memory) {
        if (data.length >= 132)
            require(
                abi.decode(data[4:36], (address)) != forbidden,
                "The guard forbids this address"
            );
        return abi.encode(bytes32(0));
    }
}
