// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface ItemsReceiver {
    function onERC1155Received(
        address operator,
        address from,
        uint256 id,
        uint256 value,
        bytes calldata data
    ) external returns (bytes4);

    function onERC1155BatchReceived(
        address operator,
        address from,
        uint256[] calldata ids,
        uint256[] calldata values,
        bytes calldata data
    ) external returns (bytes4);
}

/// A small ERC-1155 for local chains. Anybody may mint.
contract DemoItems {
    mapping(address holder => mapping(uint256 id => uint256)) private amounts;
    mapping(address holder => mapping(address operator => bool))
        public isApprovedForAll;

    event TransferSingle(
        address indexed operator,
        address indexed from,
        address indexed to,
        uint256 id,
        uint256 value
    );
    event TransferBatch(
        address indexed operator,
        address indexed from,
        address indexed to,
        uint256[] ids,
        uint256[] values
    );
    event ApprovalForAll(
        address indexed account,
        address indexed operator,
        bool approved
    );

    error NotAllowed(address account);
    error DifferentLengths();
    error RefusedByReceiver(address to);

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0xd9b67a26 || id == 0x0e89341c;
    }

    function uri(uint256) external pure returns (string memory) {
        return
            'data:application/json;utf8,{"name":"Demo item","description":"An ERC-1155 token"}';
    }

    function balanceOf(
        address holder,
        uint256 id
    ) public view returns (uint256) {
        return amounts[holder][id];
    }

    function balanceOfBatch(
        address[] calldata holders,
        uint256[] calldata ids
    ) external view returns (uint256[] memory balances) {
        if (holders.length != ids.length) revert DifferentLengths();
        balances = new uint256[](ids.length);
        for (uint256 i = 0; i < ids.length; i++)
            balances[i] = amounts[holders[i]][ids[i]];
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function mint(address to, uint256 id, uint256 value) external {
        amounts[to][id] += value;
        emit TransferSingle(msg.sender, address(0), to, id, value);
        acceptSingle(address(0), to, id, value, "");
    }

    function safeTransferFrom(
        address from,
        address to,
        uint256 id,
        uint256 value,
        bytes calldata data
    ) external {
        requireAllowed(from);
        amounts[from][id] -= value;
        amounts[to][id] += value;
        emit TransferSingle(msg.sender, from, to, id, value);
        acceptSingle(from, to, id, value, data);
    }

    function safeBatchTransferFrom(
        address from,
        address to,
        uint256[] calldata ids,
        uint256[] calldata values,
        bytes calldata data
    ) external {
        requireAllowed(from);
        if (ids.length != values.length) revert DifferentLengths();
        for (uint256 i = 0; i < ids.length; i++) {
            amounts[from][ids[i]] -= values[i];
            amounts[to][ids[i]] += values[i];
        }
        emit TransferBatch(msg.sender, from, to, ids, values);
        if (to.code.length == 0) return;
        bytes4 answer = ItemsReceiver(to).onERC1155BatchReceived(
            msg.sender,
            from,
            ids,
            values,
            data
        );
        if (answer != ItemsReceiver.onERC1155BatchReceived.selector)
            revert RefusedByReceiver(to);
    }

    function requireAllowed(address from) private view {
        if (msg.sender != from && !isApprovedForAll[from][msg.sender])
            revert NotAllowed(msg.sender);
    }

    function acceptSingle(
        address from,
        address to,
        uint256 id,
        uint256 value,
        bytes memory data
    ) private {
        if (to.code.length == 0) return;
        bytes4 answer = ItemsReceiver(to).onERC1155Received(
            msg.sender,
            from,
            id,
            value,
            data
        );
        if (answer != ItemsReceiver.onERC1155Received.selector)
            revert RefusedByReceiver(to);
    }
}
